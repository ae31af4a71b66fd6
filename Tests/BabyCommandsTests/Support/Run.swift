import BabyModel
import BabyProtocol
import Synchronization
import TestSupport
import Testing

@testable import BabyCommands

/// What a run of `bbctl` left behind, as text.
struct Run {
  var output: String
  /// What was written at once, questions and progress, and then the rest of standard error.
  var errors: String
  var status: BabyProtocol.ExitStatus

  /// Runs `bbctl` in this process.
  ///
  /// - Parameters:
  ///   - columns: of the terminal.
  ///   - pager: gets the text written to the pager, and at its end "[end]"; nil if there is none.
  ///   - typed: lines that a person types; nil when nobody sits there.
  ///   - input: lines of standard input that is not a terminal.
  ///   - kept: what commands keep for their next run.
  ///   - zone: that the machine is set to; nil if that is not known.
  init(
    _ arguments: [String], socket: String? = nil, now: Instant = Sample.now, onTerminal: Bool = false,
    columns: Int = 80, typed: [String]? = nil, pager: ((String) -> Void)? = nil, input: [String] = [],
    variables: [String: String] = ["HOME": "/nonexistent"], kept: KeptFiles = KeptFiles(),
    zone: String? = nil
  ) {
    var lines = typed ?? input
    func nextLine() -> String? { lines.isEmpty ? nil : lines.removeFirst() }
    var shown = ""
    var written = ""
    var environment = CommandEnvironment(
      variables: Patience.variables.merging(variables) { $1 }
        .merging(socket.map { ["BABYBASICS_SOCKET": $0] } ?? [:]) { $1 }, now: { now })
    environment.inputIsTerminal = typed != nil
    environment.outputIsTerminal = onTerminal
    environment.errorIsTerminal = typed != nil || onTerminal
    environment.columns = columns
    environment.readLine = nextLine
    environment.readSecret = nextLine
    environment.readInput = { Array(lines.joined(separator: "\n").utf8.prefix($0)) }
    environment.write = {
      written += $0
      return true
    }
    environment.writeError = { shown += $0 }
    environment.readFile = kept.read
    environment.replaceFile = kept.replace
    environment.machineZone = { zone }
    environment.openPager = {
      pager.map { pager in
        Pager(
          write: {
            pager($0)
            return true
          }, finish: { pager("[end]") })
      }
    }
    let outcome = BbctlProgram.run(arguments, in: environment)
    output = written + String(decoding: outcome.output, as: UTF8.self)
    errors = shown + String(decoding: outcome.errors, as: UTF8.self)
    status = outcome.status
  }
}

/// Files that commands keep for their next run.
final class KeptFiles {
  private(set) var files: [String: [UInt8]] = [:]

  func read(_ path: String, limit: Int) -> [UInt8]? { files[path].flatMap { $0.count <= limit ? $0 : nil } }

  func replace(_ path: String, with content: [UInt8]?) -> Bool {
    files[path] = content
    return true
  }
}

/// Splits a command line at spaces, outside of single and double quotes.
func words(_ line: String) -> [String] {
  var words: [String] = []
  var current: String?
  var quote: Character?
  for character in line {
    if character == quote {
      quote = nil
    } else if quote == nil, character == "'" || character == "\"" {
      quote = character
      current = current ?? ""
    } else if quote == nil, character == " " {
      if let word = current { words.append(word) }
      current = nil
    } else {
      current = (current ?? "") + String(character)
    }
  }
  return words + (current.map { [$0] } ?? [])
}
