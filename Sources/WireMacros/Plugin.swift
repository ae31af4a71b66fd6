import FoundationEssentials
import WireExpansion

/// Answers the compiler, which starts this program once and sends it each use of a macro.
@main
enum Plugin {
  static func main() throws {
    let connection = CompilerConnection()
    while let message = connection.receive() {
      let request = try JSONDecoder().decode(CompilerRequest.self, from: Data(message))
      connection.send(Array(try JSONEncoder().encode(answer(to: request))))
    }
  }

  private static func answer(to request: CompilerRequest) -> CompilerAnswer {
    if request.getCapability != nil { return CompilerAnswer(getCapabilityResult: .init(capability: .init())) }
    return CompilerAnswer(expandMacroResult: request.expandAttachedMacro.map(expand) ?? .init())
  }

  private static func expand(_ use: CompilerRequest.Use) -> CompilerAnswer.Expansion {
    // An attribute of a property is read together with its struct, and expands to nothing by itself.
    guard use.macro.typeName == "WireMembers" else { return .init(expandedSource: "") }
    do {
      let object = try ObjectDeclaration(parsing: use.declSyntax.source)
      return .init(expandedSource: object.expansion)
    } catch {
      let place = use.declSyntax.location
      return .init(diagnostics: [
        .init(message: error.message, position: .init(fileName: place.fileName, offset: place.offset + error.offset))
      ])
    }
  }
}
