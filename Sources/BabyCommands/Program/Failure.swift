import BabyClient
import BabyProtocol

/// Why a command failed, in words and in JSON.
struct Failure {
  let status: ExitStatus
  private let message: String
  private let hint: String?
  private let json: [UInt8]

  init(_ error: any Error) {
    switch error {
    case let error as ClientError:
      status = error.exitStatus
      message = error.message
      hint = error.hint
      if case .refused(let refusal) = error {
        json = refusal.encoded
      } else {
        json = Self.json(name: error.name, message: error.message, hint: error.hint)
      }
    case let refusal as Refusal:
      status = .invalid
      message = refusal.message
      hint = refusal.hint
      json = Self.json(name: "client.refused", message: refusal.message, hint: refusal.hint ?? "")
    default:
      status = .failed
      message = String(describing: error)
      hint = nil
      json = Self.json(name: "client.failed", message: message, hint: "")
    }
  }

  /// Lines for a person: what, and what helps. The message names the fields already.
  var text: String {
    var lines = ["bbctl: " + SafeText.lines(message)]
    if let hint, !hint.isEmpty { lines.append("  Try: " + SafeText.line(hint)) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The error object as JSON-RPC has it, on one line.
  var jsonText: String { SafeText.json(String(decoding: json, as: UTF8.self)) + "\n" }

  /// An error that no daemon sent, in the form of those that it sends; 0 is none of their numbers.
  private static func json(name: String, message: String, hint: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { members in
      members.field("code", 0)
      members.field("message", message)
      members.raw("data") { writer in
        writer.object { data in
          data.field("name", name)
          data.field("retryable", false)
          data.field("hint", hint)
        }
      }
    }
    return writer.bytes
  }
}
