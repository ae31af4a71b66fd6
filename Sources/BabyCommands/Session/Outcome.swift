import ArgumentParser
import BabyClient
import BabyProtocol

/// A command's output and exit status.
struct Outcome: Sendable {
  /// For standard output: the answer.
  var output: [UInt8] = []
  /// For standard error: everything else.
  var errors: [UInt8] = []
  var status = ExitStatus.success
}

extension Outcome {
  /// Notes why a command failed.
  mutating func fail(_ error: any Error, after line: TypedLine, asJSON: Bool) {
    let failure = Failure(error, after: line)
    status = failure.status
    errors += Array((asJSON ? failure.jsonText : failure.text).utf8)
  }

  /// Adds the outcome of a further run; the first failure decides the status.
  mutating func add(_ next: Outcome) {
    output += next.output
    errors += next.errors
    if status == .success { status = next.status }
  }

  /// The outcome of arguments that are not a command: help and version are answers, everything else is a usage error.
  init(parsing error: any Error, of line: TypedLine, columns: Int) {
    if !(error is UsageError), Bbctl.exitCode(for: error).isSuccess {
      let help = HelpText.wrapped(Self.words(for: error, HelpText.unbroken), to: min(columns, 100))
      self.init(output: Array(help.utf8))
      return
    }
    let failure =
      error is UsageError ? Failure(error, after: line) : Failure(usage: Bbctl.message(for: error), of: line)
    let text: String
    if line.printsJSON {
      text = failure.jsonText
    } else if error is UsageError {
      text = failure.text
    } else {
      let words = Self.words(for: error, min(columns, 100))
      text = SafeText.lines(words.hasPrefix("Error: ") ? "bbctl: " + words.dropFirst("Error: ".count) : words)
    }
    self.init(errors: Array(text.utf8), status: failure.status)
  }

  private static func words(for error: any Error, _ columns: Int) -> String {
    var text = Bbctl.fullMessage(for: error, columns: columns)
    while text.last?.isNewline == true { text.removeLast() }
    return text + "\n"
  }
}

/// Why a command failed, in words and in JSON.
struct Failure {
  let status: ExitStatus
  private let message: String
  /// The command lines to choose from.
  private let hints: [String]
  private let json: [UInt8]

  /// - Parameter line: the typed command line.
  init(_ error: any Error, after line: TypedLine) {
    switch error {
    case ClientError.refused(var refusal) where refusal.code == .methodNotFound && line.arguments.first != "call":
      // After an update, a running daemon is still the former version.
      refusal.message = "The daemon is of an older version than this bbctl, and does not know this yet."
      self.init(refusal, hints: ["systemctl --user restart babybasicsd", "sudo systemctl restart babybasicsd"])
    case ClientError.refused(let refusal): self.init(refusal, hints: line.hints(for: refusal))
    case let error as ClientError:
      self.init(error.exitStatus, error.name, error.message, [error.hint])
    case let refusal as UsageError:
      self.init(refusal.status, "client.refused", refusal.message, [refusal.hint ?? ""] + refusal.others)
    default:
      self.init(.failed, "client.failed", String(describing: error), [])
    }
  }

  /// A command line that no command takes.
  ///
  /// - Parameter message: without the words on how it is used.
  init(usage message: String, of line: TypedLine) { self.init(.invalid, "client.usage", message, [line.help]) }

  private init(_ refusal: RPCError, hints: [String]) {
    status = refusal.code.exitStatus
    message = refusal.message
    self.hints = hints
    var advised = refusal
    advised.hint = hints.first ?? refusal.hint
    json = advised.encoded
  }

  private init(_ status: ExitStatus, _ name: String, _ message: String, _ hints: [String]) {
    self.status = status
    self.message = message
    self.hints = hints
    json = Self.json(name: name, message: message, hint: hints.first ?? "")
  }

  /// Lines for a person: what, and what helps. The message names the fields already.
  var text: String {
    let helpful = hints.filter { !$0.isEmpty }
    let lines = helpful.enumerated().map { ($0.offset == 0 ? "  Try: " : "   Or: ") + SafeText.line($0.element) }
    return (["bbctl: " + SafeText.lines(message)] + lines).joined(separator: "\n") + "\n"
  }

  /// The error object as JSON-RPC has it, on one line.
  var jsonText: String { SafeText.json(String(decoding: json, as: UTF8.self)) + "\n" }

  /// A local error in the form of the daemon's; 0 is not one of their numbers.
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
