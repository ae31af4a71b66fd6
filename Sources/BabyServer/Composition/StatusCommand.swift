import ArgumentParser
import BabyModel
import BabyStore

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
