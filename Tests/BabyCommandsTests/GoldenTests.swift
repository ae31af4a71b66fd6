import BabyProtocol
import Foundation
import TestSupport
import Testing

@testable import BabyCommands

/// The output of each command, stored in `Golden/`. `RECORD=1 swift test --filter GoldenTests` writes the files; a
/// change of them is a change of what people and scripts read.
@Suite struct GoldenTests {
  /// Each file and the command lines whose transcript it holds. What stands in braces is typed by a person, with bars
  /// between the lines; what stands after < is standard input.
  static let transcripts: [(file: String, lines: [String])] = [
    (
      "status",
      [
        "status", "status --plain", "status --json", "status --child awake", "status --child new",
        "status --child new --plain", "status --child due", "status --child due --plain",
        "status --child Mia", "status --child Mia --json",
      ]
    ),
    (
      "feed",
      [
        "feed left --for 15m", "feed left --for 15m --plain", "feed left --for 15m --json", "feed left --dry-run",
        "feed left 120ml", "feed bottle plenty", "feed left --content formula", "feed bottle 90ml --content tea",
        "feed bottle 90ml formula --content water", "feed start --content formula",
      ]
    ),
    (
      "log",
      [
        "left 15m", "log left 15m", "feed left 15m", "feed left 15m --json", "wet -20m", "wet --note 'a little rash'",
        "wet --at '20m ago' --plain", "wet --dry-run", "feed 15", "feed 15 --json", "feed 15 {2}", "feed 15 {}",
        "feed 15 {7}", "tylenol 2.5 ml", "bottle plenty", "bottle 3 oz and later 1h", "feed left 15m later",
        "diaper wet tomorrow", "4oz later", "log", "log soon",
      ]
    ),
    ("diaper", ["diaper wet", "diaper wet --plain", "diaper wet --json", "diaper green"]),
    (
      "sleep",
      [
        "sleep start", "sleep start --plain", "sleep start --json", "sleep stop", "sleep stop --json", "sleep status",
        "sleep status --plain", "sleep status --json", "sleep status --child awake",
        "sleep status --child awake --json", "sleep toggle", "sleep log --at 21:10-5:40", "sleep nap", "sleep cancel",
        "sleep cancel --yes", "sleep cancel {no}", "sleep cancel {y}", "sleep log", "sleep strat",
      ]
    ),
    ("tummy", ["tummy 5m", "tummy 5m --plain", "tummy 5m --json", "tummy start"]),
    (
      "note",
      [
        "note first smile --category milestone", "note x --plain", "note x --json", "note", "note - < from a file",
        "note -", "note --json",
      ]
    ),
    ("today", ["today", "today --plain", "today --json"]),
    (
      "history",
      [
        "history", "history --plain", "history --json", "history --search nothing", "history 2026-11-14", "show",
        "show --plain", "summary --child Eva",
      ]
    ),
    (
      "activity",
      [
        "activity", "activity --plain", "activity --json", "activity --since 11:40", "activity --child new",
        "activity --child new --plain",
      ]
    ),
    (
      "change",
      [
        "edit last --for 25m", "edit last --for 25m --plain", "edit last --for 25m --json", "edit last --type wet",
        "edit last --content formula",
        "edit last", "delete last", "delete last {}", "delete last {y}", "delete last --yes --plain",
        "delete last --yes --json", "undo", "undo --plain", "undo --json", "undo a1b2c3", "undo a1b2c3 {n}",
        "undo a1b2c3 {y}", "undo a1b2c3 --yes --plain", "undo --list", "undo --list --plain", "undo --list --json",
        "undo --list a1b2c3", "redo", "redo --dry-run", "duplicate last",
        "duplicate last --json",
      ]
    ),
    (
      "child",
      [
        "child", "child list --plain", "child list --json", "child add Eva --born 2019-12-18",
        "child add Eva --born 2019-12-18 --json", "child edit Eva --zone Europe/Berlin", "child remove Eva",
        "child remove Eva {eva}", "child remove Eva {Eva}", "child remove Eva --yes --plain", "child restore Eva",
        "child purge Eva {eva}", "child purge Eva {Eva}",
        "child select Eva",
      ]
    ),
    (
      "settings",
      [
        "settings", "settings --plain", "settings --json", "settings get units", "settings get units --json",
        "settings set units oz", "settings set units oz --dry-run", "settings reset units --json",
      ]
    ),
    (
      "import",
      [
        "import FILE", "import FILE --plain", "import FILE --json", "import /nonexistent.csv", "import FILE {}",
        "import FILE {y}", "import FILE --yes {}", "import FILE --volume oz {ounce}",
        "import FILE --volume oz {day-month|y}",
        "import FILE --refused FILE",
      ]
    ),
    (
      "data",
      [
        "export - --format csv", "export log", "export FILE --format csv", "export - --format json --json",
        "backup", "backup --plain", "backup --json", "backup --list", "backup --list --plain", "backup FILE",
        "restore local-20261114T060000Z.db", "restore local-20261114T060000Z.db {}",
        "restore local-20261114T060000Z.db {y}", "restore /nonexistent.db", "restore FILE --yes --plain", "erase",
        "erase --confirm delete", "erase --confirm DELETE", "erase --confirm DELETE --json", "erase {|delete}",
        "erase {|DELETE}",
      ]
    ),
    (
      "open",
      [
        "open nestling://log/diaper?type=wet {y}", "open nestling://log/diaper?type=wet {}",
        "open nestling://log/feed --plain {y}", "open nestling://sleep/start --json {y}",
        "open nestling://sleep/stop {y}",
        "open nestling://log/tummy?duration=5", "open nestling://log/feed?amount=4.5&unit=oz",
        "open nestling://open/home", "open nestling://open/settings", "open nestling://open/predictions",
        "open nestling://log/fed", "open nestling://log/fed --json", "open https://example.org/log/feed",
      ]
    ),
    (
      "remind",
      [
        "remind", "remind --plain", "remind list --json", "remind --child Tom", "remind --child off",
        "remind add 'Vitamin D' --daily 09:00", "remind add Drops --every 8h --json", "remind add Drops",
        "remind remove Drops", "remind snooze", "remind snooze feeding --for 30m --plain", "remind snooze --for 2d",
        "remind dismiss 'Vitamin D' --dry-run", "remind dismiss over", "remind off", "remind on",
        "remind snoze", "remind --exec", "remind list now",
      ]
    ),
    (
      "login",
      [
        "login {|anna@example.org|correct horse|y}", "login {localhost:8080|anna@example.org|correct horse|}",
        "login --server https://baby.example --email anna@example.org --password-stdin < correct horse",
        "login --server https://baby.example --email anna@example.org --password-stdin --upload --json < correct horse",
        "login --server https://baby.example --email anna@example.org --password-stdin --no-upload < wrong",
        "login --server http://10.0.0.2:8080 --email anna@example.org", "login --email anna@example.org",
        "login --server https://baby.example", "login --server baby.example --email anna@example.org",
        "login {}", "login --server baby.example --email anna@example.org --password-stdin",
        "register {Anna||anna@example.org|correct horse|correct horse|n}", "register {Anna||anna@example.org|one|two}",
        "register --name Anna --server baby.example --email taken@example.org --password-stdin < correct horse",
        "register --name Ben --server baby.example --email ben@example.org --password-stdin --code abc < correct horse",
        "register --name Ben --server baby.example --email code@example.org --password-stdin < correct horse",
        "register --name Ben --server baby.example --email code@example.org {correct horse|correct horse|abc|n}",
        "register --name Ben --server baby.example --email code@example.org {correct horse|correct horse|}",
        "register --server baby.example", "account", "account --json", "sync",
      ]
    ),
    (
      "account",
      [
        "account", "account --plain", "account --json", "account upload --child Eva --dry-run", "sync", "sync --json",
        "account sessions", "account sessions --plain", "account sessions --json", "account sessions rename kitchen",
        "account sessions end a1b2", "account sessions end-others", "account password {old horse|new horse|new horse}",
        "account password {old horse|one|two}", "account password --password-stdin < wrong",
        "account name 'Anna Maria'", "account email am@example.org --password-stdin < correct horse",
        "account email am@example.org {wrong}", "account reset abc {|battery staple|battery staple}",
        "account reset old --password-stdin --server baby.example < battery staple",
        "logout", "logout --local", "status", "history --search ben", "share", "share --plain", "share create",
        "share create --json",
        "share create --role owner", "share list", "share list --child Tom", "share revoke a1b2", "share accept abc",
        "share accept - < abc", "share accept old", "share role Ben viewer", "share role Ben owner {y}",
        "share role Ben owner {n}", "share remove Ben", "share remove Ben {y}", "share remove Ben {n}",
        "share remove Cleo --yes", "share remove Ben --yes --json", "share leave", "share leave {y}",
        "share leave --yes",
        "share transfer Ben", "share transfer Ben {y|Eva}", "share transfer Ben {n}", "share transfer Ben {y|Max}",
        "share transfer Ben --yes", "queue", "inbox", "inbox --plain", "inbox --all",
        "inbox list --json", "inbox apply 12", "inbox apply 14", "inbox dismiss", "inbox dismiss 12 --dry-run",
        "erase {|y|correct horse|DELETE}", "erase {|y|correct horse|no}", "erase {|n|DELETE}",
        "erase --server --confirm DELETE", "erase --confirm DELETE --password-stdin",
        "erase --server --confirm DELETE --password-stdin --json < correct horse",
      ]
    ),
    (
      "offline",
      [
        "status", "status --plain", "today", "history --search nothing", "account", "sync", "queue", "queue --plain",
        "queue --json", "queue --limit 0", "queue retry", "queue retry a1b2c3 --dry-run", "queue discard",
        "queue discard a1b2c3", "queue discard a1b2c3 {}", "queue discard --failed {y}", "queue discard a1b2c3 --yes",
      ]
    ),
    ("logged-out", ["account", "status", "login {||correct horse|}", "sync", "sync --json", "queue"]),
    (
      "predict",
      [
        "predict", "predict --plain", "predict --json", "predict --child new", "predict feedback nap early",
        "predict feedback nap soon", "predict backtest", "predict backtest --plain", "predict backtest --csv",
        "predict backtest --child new",
      ]
    ),
    (
      "chart",
      [
        "chart", "chart --plain", "chart --json", "chart --last 7d", "chart --last 7d --plain", "chart --svg -",
        "chart sleep", "chart sleep --plain", "chart sleep --child new", "chart slep",
      ]
    ),
    ("report", ["report -", "report - --html", "report", "report eva.doc"]),
    ("trends", ["trends", "trends --plain", "trends --json", "trends --child calm", "trends --child new"]),
    (
      "growth",
      ["growth", "growth --plain", "growth --json", "growth --child new", "growth --limit 1", "growth --all"]
    ),
    (
      "kinds",
      [
        "convert --dry-run", "convert --dry-run --json", "convert", "convert {y}", "convert {no}", "convert --yes",
        "convert --yes --json", "convert --json", "convert --child new", "convert --child new --yes", "foods",
        "foods --plain", "foods --json", "foods --child new", "foods --limit 1", "milk", "milk --plain", "milk --json",
        "milk --child new", "milk --limit 1", "notes",
      ]
    ),
    ("why", ["why", "why --plain", "why --json", "why --child new", "why --child calm", "why is she crying"]),
    ("call", ["call undo", "call dashboard.fetch", "call undo []"]),
    (
      "program",
      [
        "--version", "", "--help", "help sleep", "slep", "status --cild Eva", "--json status --cild Eva",
        "--plain sleep", "--json sleep log", "sleep --plain start", "--timeout 0 status",
      ]
    ),
  ]

  @Test("a command prints its transcript", arguments: transcripts.map(\.file))
  func transcript(file: String) throws {
    let daemon = try SampleDaemon.start(Self.accounts[file] ?? Sample.noAccount)
    defer { daemon.stop() }
    let folder = URL(filePath: NSTemporaryDirectory()).appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let log = folder.appending(path: "eva.csv")
    try Data(repeating: UInt8(ascii: "x"), count: 100_000).write(to: log)

    let lines = try #require(Self.transcripts.first { $0.file == file }).lines
    let text = lines.map { line in
      Self.transcript(of: line, replacing: "FILE", with: log.path(), socket: daemon.socket)
        .replacing(log.path(), with: "FILE")
    }.joined(separator: "\n")
    try Golden.expect(text, "\(file).txt")
  }

  private static let accounts = [
    "account": Sample.online, "offline": Sample.offline, "logged-out": Sample.loggedOut,
  ]

  @Test("the help of every command matches its file")
  func help() throws {
    let texts = CommandTableTests.leaves().map { path, _ in
      "$ bbctl \(path.joined(separator: " ")) --help\n" + Run(path + ["--help"]).output
    }
    try Golden.expect(texts.joined(separator: "\n"), "help.txt")
  }

  @Test(
    "plain output is only words: no colour, no columns, no decoration",
    arguments: transcripts.map(\.file).filter { !["call", "program"].contains($0) })
  func plain(file: String) throws {
    let daemon = try SampleDaemon.start(Self.accounts[file] ?? Sample.noAccount)
    defer { daemon.stop() }
    let lines = try #require(Self.transcripts.first { $0.file == file }).lines
    for line in lines where ["FILE", "--json", "--csv", "export -"].allSatisfy({ !line.contains($0) }) {
      let run = Self.run(line, replacing: "", with: "", socket: daemon.socket, more: ["--plain"], onTerminal: true)
      #expect(!run.output.contains("  "), "\(line): \(run.output)")
      let signs = run.output.unicodeScalars.filter { scalar in
        scalar.value < 0x20 && scalar != "\n" || ["·", "–", "…", "≤", "✓", "✗"].contains(scalar)
          || (0x2190...0x2bff).contains(scalar.value) || scalar.value >= 0x1f000
      }
      #expect(signs.isEmpty, "\(line): \(run.output)")
    }
  }

  private static func run(
    _ line: String, replacing name: String, with path: String, socket: String, more: [String] = [],
    onTerminal: Bool = false
  ) -> Run {
    let parts = line.split(separator: "{", maxSplits: 1)
    let typed = parts.count > 1 ? parts[1].dropLast().split(separator: "|", omittingEmptySubsequences: false) : nil
    let command = (parts.first ?? "").split(separator: " < ", maxSplits: 1)
    let arguments = words(command.first.map(String.init) ?? "").map { $0 == name ? path : $0 }
    return Run(
      arguments + more, socket: socket, onTerminal: onTerminal, typed: typed?.map(String.init),
      input: command.dropFirst().map(String.init))
  }

  /// Of a dashboard in JSON, which is on file whole as the daemon's answer, only what tells whose it is.
  private static func abridged(_ output: String) -> String {
    guard output.hasPrefix("{"), let json = try? JSON(parsing: output.utf8) else { return output }
    let abridged = json.withDashboards(abridgedTo: ["child", "runningSleep", "suggestedSide"])
    return abridged == json ? output : abridged.text + "\n"
  }

  private static func transcript(of line: String, replacing name: String, with path: String, socket: String) -> String {
    let run = run(line, replacing: name, with: path, socket: socket)
    var text = "$ bbctl \(line)\n" + abridged(run.output)
    if !run.errors.isEmpty {
      let shown = run.errors.replacing("\r", with: "\n").replacing("\u{1B}", with: "ESC").split(
        separator: "\n", omittingEmptySubsequences: true)
      text += shown.map { "! \($0)\n" }.joined()
    }
    if run.status != .success { text += "[exit \(run.status.rawValue)]\n" }
    return text
  }
}
