import ArgumentParser
public import BabyProtocol

/// A command's output and exit status.
public struct Outcome: Sendable {
  /// For standard output: the answer.
  public var output: [UInt8] = []
  /// For standard error: everything else.
  public var errors: [UInt8] = []
  public var status = ExitStatus.success
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
      self.init(output: Array(Self.words(for: error, columns).utf8))
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
      let words = Self.words(for: error, columns)
      text = SafeText.lines(words.hasPrefix("Error: ") ? "bbctl: " + words.dropFirst("Error: ".count) : words)
    }
    self.init(errors: Array(text.utf8), status: failure.status)
  }

  private static func words(for error: any Error, _ columns: Int) -> String {
    var text = Bbctl.fullMessage(for: error, columns: min(columns, 100))
    while text.last?.isNewline == true { text.removeLast() }
    return text + "\n"
  }
}
