package import BabyProtocol
import Foundation

/// A machine of a scenario's own, on which bbctl runs: as a process beside a daemon's process, or as a
/// function beside a daemon in the tests' own process.
package protocol CommandMachine: AnyObject {
  /// All that the machine has is in it.
  var directory: String { get }
  /// Variables of the environment, which a daemon has from its next start on.
  var environment: [String: String] { get }

  /// Runs bbctl to its end.
  ///
  /// - Parameter input: what it finds on standard input.
  func bbctl(_ arguments: [String], input: String) throws -> CommandRun

  /// Runs bbctl beside what the scenario does, until that is over at the latest.
  func beginBbctl(_ arguments: String...) throws -> any RunningCommand

  /// Ends the daemon, and starts it again on the same files.
  func restart() throws
}

/// A running bbctl.
package protocol RunningCommand: AnyObject {
  /// What it has written so far.
  var output: String { get throws }

  /// Waits for its end, and returns what it exits with.
  func wait() throws -> CInt
}

/// What a program that has ended left behind.
package struct CommandRun: Sendable {
  package var status: CInt
  package var output: String
  package var errors: String

  package init(status: CInt, output: String, errors: String) {
    (self.status, self.output, self.errors) = (status, output, errors)
  }

  /// Standard output as JSON.
  package var json: JSON { get throws { try JSON(parsing: output.utf8) } }
  /// Standard error as JSON, as `--json` prints errors.
  package var errorName: String? { try? JSON(parsing: errors.utf8)["data"]?["name"]?.stringValue }
}

/// What went wrong in a scenario that is not what it looks at.
package struct ScenarioFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }

  package static func system(_ call: String) -> ScenarioFailure {
    .init("\(call): \(String(cString: strerror(errno)))")
  }
}

extension CommandMachine {
  @discardableResult
  package func bbctl(_ arguments: String...) throws -> CommandRun { try bbctl(arguments, input: "") }

  @discardableResult
  package func bbctl(_ arguments: [String]) throws -> CommandRun { try bbctl(arguments, input: "") }

  /// `bbctl call` with a result, as JSON.
  @discardableResult
  package func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
    let run = try bbctl("call", method, params.text)
    guard run.status == 0 else { throw ScenarioFailure("\(method): \(run.errors)") }
    return try run.json
  }

  package func addEva(zone: String) throws {
    _ = try call("child.add", ["name": "Eva", "born": "2019-12-18", "zone": .string(zone)])
  }

  // MARK: Files

  package var paths: StandardPaths { StandardPaths(environment: environment) }

  /// The database of the account that is logged in.
  package var accountDatabase: String {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: paths.data)) ?? []
    return paths.data + "/" + (names.first { $0.hasPrefix("account-") && $0.hasSuffix(".db") } ?? "account.db")
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try bytes(directory + "/" + name), as: UTF8.self)
  }

  package func bytes(_ path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(filePath: path))) }

  package func write(_ text: String, to path: String) throws {
    let url = URL(filePath: path)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  // MARK: Waiting

  /// Waits until something is so, looking again and again.
  ///
  /// - Throws: `ScenarioFailure` when it is not so in time.
  package func wait(for what: String, within limit: Duration = Patience.limit, until isSo: () throws -> Bool) throws {
    try Self.wait(for: what, within: limit, until: isSo)
  }

  /// The same without a machine.
  package static func wait(
    for what: @autoclosure () throws -> String, within limit: Duration = Patience.limit, until isSo: () throws -> Bool
  ) throws {
    let deadline = ContinuousClock.now + limit
    while try !isSo() {
      guard ContinuousClock.now < deadline else {
        throw ScenarioFailure("timed out after \(limit) waiting for \(try what())")
      }
      usleep(5000)
    }
  }
}
