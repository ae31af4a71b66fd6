import ArgumentParser
import BabyModel
import BabyStore
import Foundation
import SystemCalls

struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Print how much there is on the server, and when it was last backed up.",
    discussion:
      "Requests are counted since the server was started, to within five minutes; `serve --metrics` has more.")

  @OptionGroup var database: DatabaseOption

  func run() async throws {
    try await database.withStore(isOnlyRead: true) { store in
      let totals = try await store.read { try $0.totals(now: .systemNow) }
      let folder = BackupFolder(of: store.path)
      let requests = RequestTally(of: store.path).map {
        "\($0.answered), \($0.failed) failed, from \($0.since) to \($0.until)"
      }
      let backup = folder.items.first.map { "\($0.at.utcText), \($0.bytes) bytes, \(folder.path)/\($0.name)" }
      print(
        """
        accounts: \(totals.accounts), \(totals.disabled) disabled
        children: \(totals.children)
        sessions: \(totals.sessions), \(totals.sessionsInUse) used within a day
        requests: \(requests ?? "not counted yet")
        database: \(totals.bytes) bytes, \(store.path)
        last backup: \(backup ?? "none yet")
        """)
    }
  }
}

/// How many requests a server has answered since its start, for `status`, which is another process.
///
/// It lies in a file beside the database, not in it: a commit would make the server forget all that it can answer from
/// memory.
struct RequestTally: Codable, Hashable, Sendable {
  /// When the server was started, and when it last wrote this down; UTC, as RFC 3339 has it.
  var since: String
  var until: String
  var answered: Int
  /// Of those: what ended with a fault of the server's, a status of 500 or above.
  var failed: Int

  private static func file(of database: String) -> PrivateFile { PrivateFile(path: database + "-requests") }

  /// Nil if no server has ever written one, and if it is invalid.
  init?(of database: String) {
    guard let bytes = try? Self.file(of: database).read(),
      let tally = try? JSONDecoder().decode(RequestTally.self, from: Data(bytes))
    else { return nil }
    self = tally
  }

  init(_ counts: RequestCounts, since: Instant, until: Instant) {
    let all = counts.all
    self.since = since.utcText
    self.until = until.utcText
    answered = all.values.reduce(counts.allFromMemory, +)
    failed = all.filter { $0.key.status >= 500 }.values.reduce(0, +)
  }

  /// Replaces what was written before.
  ///
  /// - Throws: what the file system says.
  func write(for database: String) throws {
    try Self.file(of: database).write(Array(JSONEncoder().encode(self)))
  }
}

struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write a copy of the database, even while the server runs.")

  @OptionGroup var database: DatabaseOption
  @Argument(help: "The file to write.") var file: String

  @Flag(name: .customLong("force"), help: "Replace an existing file.")
  var isReplacing = false

  func run() async throws {
    try await database.withStore(isOnlyRead: true) { store in
      guard isReplacing || !FileManager.default.fileExists(atPath: file) else {
        throw ServerStartFailure("\(file) already exists. To replace it, add --force.")
      }
      try store.backup(to: file)
    }
    print("Wrote \(file)")
  }
}

struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Replace the database with a backup, even while the server runs.",
    discussion: "Anything logged since the backup is lost here; machines that have it keep showing it until they sync.")

  @OptionGroup var database: DatabaseOption
  @Argument(help: "A file written by `backup`.") var file: String

  @Flag(name: .customLong("yes"), help: "Replace the database without asking.")
  var isConfirmed = false

  func run() async throws {
    try await database.withStore(isMade: true) { store in
      guard try isConfirmed || Terminal.confirms("Replace everything in \(store.path)?") else {
        throw ServerStartFailure("Nothing was changed.")
      }
      do throws(BabyError) { try store.restore(from: file, now: .systemNow) } catch .storeUnreleased {
        throw ServerStartFailure(
          "A build from before the first release wrote \(file), and this version cannot read it. Nothing was changed.")
      }
      print("Restored \(file)")
    }
  }
}
