// The protocol between the compiler and its plugins: the part that attached macros need. Compilers have to understand
// the plugins of earlier years, so this changes by additions only.

/// A message of the compiler: one of the members is there.
struct CompilerRequest: Decodable {
  var getCapability: Capability?
  var expandAttachedMacro: Use?

  struct Capability: Decodable {}

  struct Use: Decodable {
    var macro: Macro
    /// The declaration that the macro is attached to, with all its attributes.
    var declSyntax: Syntax
  }

  struct Macro: Decodable {
    var typeName: String
  }

  struct Syntax: Decodable {
    var source: String
    var location: Location
  }

  struct Location: Decodable {
    var fileName: String
    /// In bytes.
    var offset: Int
  }
}

/// The answer to it: one of the members is there.
struct CompilerAnswer: Encodable {
  var getCapabilityResult: Capabilities?
  var expandMacroResult: Expansion?

  struct Capabilities: Encodable {
    var capability: Capability
  }

  struct Capability: Encodable {
    var protocolVersion = 7
    var features: [String] = []
  }

  struct Expansion: Encodable {
    /// Nil if the macro cannot be expanded.
    var expandedSource: String?
    var diagnostics: [Diagnostic] = []
  }

  struct Diagnostic: Encodable {
    var message: String
    var severity = "error"
    var position: Position
    var highlights: [Position] = []
    var notes: [String] = []
    var fixIts: [String] = []
  }

  struct Position: Encodable {
    var fileName: String
    var offset: Int
  }
}
