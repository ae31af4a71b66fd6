import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyCommands

/// A pasted hint does what was requested, fixes the problem, or shows something; it never writes anything else.
@Suite struct HintTests {
  /// Each error whose hint changes something, and how that cures what is in the way.
  private static let cures: [String: [String]] = [
    "timer.paused": ["bbctl feed resume"],
    // It asks, and makes nothing up.
    "child.none": ["bbctl setup", "bbctl child restore"],
    "child.removed": ["bbctl child restore"],
    "entry.deleted": ["bbctl call entry.restore"],
    "timer.ahead": ["bbctl edit"],
    "store.failed": ["sudo apt-get install --only-upgrade babybasicsd"],
    "account.none": ["bbctl login"],
    "account.unauthorized": ["bbctl login"],
    "account.emailTaken": ["bbctl login"],
    "account.wrongCredentials": ["bbctl login"],
    // It keeps the same words, as the only thing that can be done with them.
    "phrase.notKept": ["bbctl note"],
    // Both ask.
    "share.lastOwner": ["bbctl share transfer", "bbctl child remove"],
    "keyring.locked": ["secret-tool search --unlock application babybasics"],
  ]

  /// Errors of all timers, with the hint for each kind: another kind's command would stop, start or show the wrong timer.
  private static let timerHints: [String: [String: String]] = [
    "timer.running": [
      "sleep": "bbctl sleep stop", "tummy": "bbctl tummy stop", "feeding": "bbctl feed stop",
      "activity": "bbctl stop NAME",
    ],
    "timer.notRunning": [
      "sleep": "bbctl history --kind sleep", "tummy": "bbctl history --kind tummy", "feeding": "bbctl feed start",
      "activity": "bbctl status",
    ],
  ]

  @Test("each in the catalogue only shows something, unless it fixes the problem", arguments: ErrorCode.all)
  func catalogue(code: ErrorCode) {
    switch code.hintEffect {
    case .shows, .corrects: #expect(Self.shows(code.hint), "\(code.name): \(code.hint)")
    case .cures:
      #expect(Self.shows(code.hint) || Self.cures(code.hint, code.name), "\(code.name): \(code.hint)")
    }
    let mayCure = Self.cures[code.name] != nil || Self.timerHints[code.name] != nil
    #expect((code.hintEffect == .cures) == mayCure, "\(code.name)")
  }

  @Test("so does each in the daemon's answers")
  func answers() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "BabyDaemonTests/Transcripts")
    var count = 0
    var hinted: Set<String> = []
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      for line in text.split(separator: "\n") where line.hasPrefix("<-- {") {
        guard let error = try JSON(parsing: line.dropFirst(4).utf8)["error"] else { continue }
        let refusal = try RPCError(json: error)
        count += 1
        if let hints = Self.timerHints[refusal.code.name] {
          let kind = try #require(refusal.details["kind"]?.stringValue)
          let hint = try #require(hints[kind])
            .replacing("NAME", with: refusal.details["name"]?.stringValue?.shellQuoted ?? "")
          #expect(Self.begins(refusal.hint, with: hint), "\(name): \(refusal.code.name): \(refusal.hint)")
          hinted.insert("\(refusal.code.name) \(kind)")
          continue
        }
        let isCure = refusal.code.hintEffect == .cures && Self.cures(refusal.hint, refusal.code.name)
        #expect(isCure || Self.shows(refusal.hint), "\(name): \(refusal.code.name): \(refusal.hint)")
      }
    }
    #expect(count > 40)
    #expect(hinted == Set(Self.timerHints.flatMap { error, hints in hints.keys.map { "\(error) \($0)" } }))
  }

  @Test(
    "each of bbctl's own repeats the corrected command, or shows something",
    arguments: (try? FileManager.default.contentsOfDirectory(atPath: goldenFolder.path))?.sorted() ?? [])
  func printed(name: String) throws {
    var command = ""
    for line in try String(contentsOf: Self.goldenFolder.appending(path: name), encoding: .utf8).split(separator: "\n")
    {
      if line.hasPrefix("$ ") { command = String(line.dropFirst(2)) }
      guard let hint = ["!   Try: ", "!    Or: "].lazy.compactMap({ line.dropping(prefix: $0) }).first else { continue }
      let commands = Self.cures.values.flatMap(\.self) + Self.timerHints.values.flatMap(\.values)
      let isCure = commands.contains { Self.begins(hint, with: $0) }
      #expect(
        Self.shows(hint) || isCure || Self.startsDaemon(hint) || Self.goesOn(command, as: hint), "\(command): \(hint)")
    }
  }

  private static let goldenFolder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")

  private static func cures(_ hint: String, _ name: String) -> Bool {
    (cures[name] ?? []).contains { begins(hint, with: $0) }
  }

  private static func begins(_ hint: String, with command: String) -> Bool {
    hint == command || hint.hasPrefix(command + " ")
  }

  private static func startsDaemon(_ hint: String) -> Bool {
    hint == "systemctl --user start babybasicsd || babybasicsd"
  }

  /// The same command, with something added or corrected; for a link, the command that does the same.
  private static func goesOn(_ command: String, as hint: String) -> Bool {
    let (typed, advised) = (words(command), words(hint))
    if typed.count > 1, typed[1] == "open" { return true }
    let path = { (words: [String]) in
      words.dropFirst().prefix(
        (try? CommandTable.find(Array(words.dropFirst())))?.map { words.count - 1 - $0.1.count } ?? 0)
    }
    // A name that was misspelt: the nearest one, which does nothing without the rest.
    return path(typed) == path(advised) || typed.dropLast(typed.count - advised.count + 1) == advised.dropLast()
  }

  /// Whether a command line changes nothing.
  static func shows(_ hint: String) -> Bool {
    let line = words(hint)
    guard line.first == "bbctl" else {
      let readers = [
        "curl -sS http", "journalctl ", "ls -l ", "df -h ", "fuser -v ", "timedatectl list-timezones", "ssh -T ",
      ]
      return hint == "id" || readers.contains { hint.hasPrefix($0) }
    }
    if line.contains("--help") { return true }
    guard let (command, rest) = try? CommandTable.find(Array(line.dropFirst())) else { return false }
    if command == CallCommand.self { return allMethods.contains { $0.name == rest.first && !$0.isWrite } }
    if command == UndoCommand.self { return rest == ["--list"] }
    if command == Backup.self { return rest == ["--list"] }
    let readers: [ObjectIdentifier] = [
      ObjectIdentifier(Status.self), ObjectIdentifier(Today.self), ObjectIdentifier(HistoryCommand.self),
      ObjectIdentifier(ActivityCommand.self), ObjectIdentifier(GrowthCommand.self),
      ObjectIdentifier(Foods.self), ObjectIdentifier(Milk.self),
      ObjectIdentifier(Doctor.self), ObjectIdentifier(SleepStatus.self), ObjectIdentifier(ChildListCommand.self),
      ObjectIdentifier(SettingsListCommand.self), ObjectIdentifier(RemindListCommand.self),
      ObjectIdentifier(AccountStatusCommand.self), ObjectIdentifier(QueueListCommand.self),
      ObjectIdentifier(InboxListCommand.self), ObjectIdentifier(ShareListCommand.self),
      ObjectIdentifier(ShareMembersCommand.self), ObjectIdentifier(SessionsListCommand.self),
    ]
    return readers.contains(ObjectIdentifier(command))
  }

  // MARK: Corrected command lines

  private func run(_ line: String, _ error: RPCError) throws -> Run {
    let daemon = try FakeDaemon { _ in .error(error) }
    defer { daemon.stop() }
    return Run(words(line), socket: daemon.socket)
  }

  @Test("a skipped time is replaced by the next one, in the same command")
  func nonexistent() throws {
    let error = RPCError(
      .timeNonexistent, "Skipped.",
      details: JSONObject([("text", "2:30am"), ("nextValid", "2026-03-08T03:00:00.000-07:00")]))
    let run = try run("feed bottle 120 ml --at 2:30am --note \"it's late\"", error)
    #expect(
      run.errors == """
        bbctl: Skipped.
          Try: bbctl feed bottle 120 ml --at 2026-03-08T03:00:00.000-07:00 --note 'it'\\''s late'

        """)
    #expect(try self.run("tummy 5m --at=2:30am", error).errors.contains("Try: bbctl tummy 5m --at=2026-03-08T03:00"))
  }

  @Test("a time that occurs twice is replaced by either of the two")
  func ambiguous() throws {
    let error = RPCError(
      .timeAmbiguous, "Twice.",
      details: JSONObject([
        ("text", "1:30am"), ("choices", ["2026-11-01T01:30:00-07:00", "2026-11-01T01:30:00-08:00"]),
      ]))
    let run = try run("sleep stop --at 1:30am", error)
    #expect(
      run.errors == """
        bbctl: Twice.
          Try: bbctl sleep stop --at 2026-11-01T01:30:00-07:00
           Or: bbctl sleep stop --at 2026-11-01T01:30:00-08:00

        """)
  }

  @Test(
    "other errors show the command's own help, never another command",
    arguments: [
      ErrorCode.timeNotUnderstood, .timeInFuture, .timeAmbiguous, .entryInvalid, .childInvalid, .invalidParams,
    ])
  func help(code: ErrorCode) throws {
    #expect(
      try run("diaper wet --at sometime", RPCError(code, "No.")).errors == "bbctl: No.\n  Try: bbctl diaper --help\n")
    #expect(try run("sleep log --at 1-2", RPCError(code, "No.")).errors.hasSuffix("Try: bbctl sleep log --help\n"))
    #expect(
      try run("--plain child add Eva --born 2026-01-31", RPCError(code, "No.")).errors.hasSuffix("child add --help\n"))
    let json = try run("note x --json", RPCError(code, "No."))
    #expect(try JSON(parsing: json.errors.dropLast().utf8)["data"]?["hint"] == "bbctl note --help")
  }
}

extension Substring {
  fileprivate func dropping(prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
