import FoundationEssentials
import Glibc
import SystemCalls
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

/// Messages from the compiler on standard input, and to it on standard output: eight bytes of length, the lowest first,
/// and then JSON.
struct CompilerConnection {
  /// - Returns: nil when the compiler has nothing more to ask.
  func receive() -> [UInt8]? {
    guard let header = read(8) else { return nil }
    let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
    // The compiler says good-bye with a message of no length.
    return length == 0 ? nil : read(length)
  }

  func send(_ message: [UInt8]) {
    let length = (0..<8).map { UInt8(truncatingIfNeeded: message.count >> (8 * $0)) }
    // A compiler that is gone sends nothing more: `receive` says so.
    _ = writeAll(length + message, to: STDOUT_FILENO)
  }

  private func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let chunk = [UInt8](unsafeUninitializedCapacity: count - bytes.count) { buffer, filled in
        filled = max(Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count), 0)
      }
      guard !chunk.isEmpty else { return nil }
      bytes += chunk
    }
    return bytes
  }
}
