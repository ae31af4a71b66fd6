import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("Phrases with options")
struct SentenceTests {
  static let table: [(line: String, params: String)] = [
    ("sleep 2h --child Eva", #"{"childId":"Eva","text":"sleep 2h"}"#),
    ("--child Eva sleep 2h", #"{"childId":"Eva","text":"sleep 2h"}"#),
    ("she pooped --note x", #"{"text":"she pooped note x"}"#),
    ("diaper wet at 3pm --child Eva", #"{"childId":"Eva","text":"diaper wet at 3pm"}"#),
    ("diaper --child Eva wet at 3pm", #"{"childId":"Eva","text":"diaper wet at 3pm"}"#),
    ("tummy 5 min at 3 --child Eva", #"{"childId":"Eva","text":"tummy 5 min at 3"}"#),
    ("feed 15 --child=Eva", #"{"childId":"Eva","text":"feed 15"}"#),
    ("eva drank 90 ml --at '20m ago'", #"{"text":"eva drank 90 ml 20m ago"}"#),
    ("baby pooped --child Eva", #"{"childId":"Eva","text":"baby pooped"}"#),
    ("last night she slept 8pm-6am --child Eva", #"{"childId":"Eva","text":"last night she slept 8pm-6am"}"#),
    ("wet -20m --child Eva", #"{"childId":"Eva","text":"wet -20m"}"#),
    ("nap --for 1h --child Eva", #"{"childId":"Eva","text":"nap for 1h"}"#),
    ("she pooped --at -20m", #"{"text":"she pooped -20m"}"#),
    ("she pooped --dry-run --idempotency-key k", #"{"text":"she pooped","idempotencyKey":"k","dryRun":true}"#),
    ("--timeout 5 she pooped", #"{"text":"she pooped"}"#),
    ("switch sides", #"{"text":"switch sides"}"#),
    ("switch sides 2 min ago --child Eva", #"{"childId":"Eva","text":"switch sides 2 min ago"}"#),
    ("temperature 38.2C --place ear --child Eva", #"{"childId":"Eva","text":"temperature 38.2C place ear"}"#),
  ]

  private static func calls(_ line: String) throws -> [Request] {
    let daemon = try FakeDaemon { _ in .error(RPCError(.entryInvalid, "No.")) }
    defer { daemon.stop() }
    _ = Run(words(line), socket: daemon.socket)
    return daemon.calls
  }

  @Test("have the same meaning as without them", arguments: table)
  func said(line: String, params: String) throws {
    let calls = try Self.calls(line)
    #expect(calls.map(\.method) == ["phrase.log"])
    #expect(calls.first?.params.text == params)
  }

  @Test("are logged for each named child")
  func twins() throws {
    let daemon = try FakeDaemon { _ in
      .result(Sample.answer(Sample.wetDiaper, "Logged wet diaper", isDryRun: false).json)
    }
    defer { daemon.stop() }
    let run = Run(words("she pooped --child Eva --child Max"), socket: daemon.socket)
    #expect(run.status == .success, "\(run.errors)")
    #expect(daemon.calls.map { $0.params["childId"]?.stringValue } == ["Eva", "Max"])
    #expect(Run(words("she pooped --child all"), socket: daemon.socket).errors.contains("for commands that show"))
    #expect(daemon.calls.count == 2)
  }

  @Test(
    "a command that accepts the options stays a command",
    arguments: [
      ("diaper wet --child Eva", "entry.log"), ("sleep waking --for 10m --child Eva", "entry.log"),
      ("feed bottle 4 --child Eva", "entry.log"), ("tummy 5m --child Eva", "entry.log"),
      ("sleep log --at 1pm-2pm --child Eva", "entry.log"), ("settings units oz", "settings.set"),
      ("settings units", "settings.get"), ("status Eva", "dashboard.get"), ("diaper wet --at -20m", "entry.log"),
      ("feeds yesterday", "timeline.list"), ("--child Max feeds", "timeline.list"),
      ("why is she crying --child Eva", "insight.get"), ("why is Eva crying", "insight.get"),
      ("what is wrong --child Eva", "insight.get"),
    ])
  func commands(line: String, method: String) throws {
    #expect(try Self.calls(line).map(\.method) == [method])
  }

  @Test("a question about crying is about the named child")
  func crying() throws {
    #expect(try Self.calls("why is Ann Marie crying").first?.params["childId"] == "Ann Marie")
    #expect(try Self.calls("why is she crying --child Eva").first?.params["childId"] == "Eva")
    #expect(try Self.calls("why is she crying").first?.params["childId"] == nil)
  }

  @Test("a choice with special characters is one argument, and one without is words")
  func signsInChoices() {
    let line = TypedLine(arguments: ["medicine", "vitamin", "d", "--child", "Eva"])
    #expect(
      line.commandLine(saying: #"medicine "vitamin d" 1 drop"#)
        == #"bbctl log 'medicine "vitamin d" 1 drop' --child Eva"#)
    #expect(TypedLine(arguments: ["nap", "2"]).commandLine(saying: "nap 2 h") == "bbctl nap 2 h")
  }

  @Test("a child's name counts after status and today", arguments: ["status", "today"])
  func childAsArgument(command: String) throws {
    #expect(try Self.calls("\(command) ann marie").first?.params["childId"] == "ann marie")
    #expect(Run(words("\(command) Eva --child Max")).status == .invalid)
  }

  @Test(
    "the command reports invalid options without calling a daemon",
    arguments: ["sleep nap --at 2am", "diaper wet --for 5m", "sleep log --child Eva", "feed left --started left"])
  func misfits(line: String) throws {
    let daemon = try FakeDaemon { _ in .hangUp }
    defer { daemon.stop() }
    #expect(Run(words(line), socket: daemon.socket).status == .invalid)
    #expect(daemon.requests.isEmpty)
  }

  @Test(
    "words of other programs without data get the right command, without a call",
    arguments: [
      ("stats --child Eva", "bbctl history --last 7d"), ("switch Max", "bbctl child select Max"),
    ])
  func tried(line: String, hint: String) throws {
    let daemon = try FakeDaemon { _ in .error(RPCError(.phraseNotUnderstood, "No.")) }
    defer { daemon.stop() }
    let run = Run(words(line), socket: daemon.socket)
    #expect(run.status == .invalid)
    #expect(run.errors.contains(": \(hint)\n"), "\(run.errors)")
    #expect(daemon.calls.isEmpty)
  }

  @Test("an abbreviation of a command without data gets the full command")
  func begun() throws {
    let daemon = try FakeDaemon { _ in .error(RPCError(.phraseNotUnderstood, "No.")) }
    defer { daemon.stop() }
    let run = Run(["stat"], socket: daemon.socket)
    #expect(run.status == .invalid && run.errors.contains(": bbctl status\n"), "\(run.errors)")
  }

  @Test("the choices keep the options, so that they are for the same child")
  func choices() throws {
    let error = RPCError(
      .phraseUnclear, "Several ways.", details: JSONObject([("choices", ["she drank 15 ml", "she nursed 15 min"])]))
    let daemon = try FakeDaemon { _ in .error(error) }
    defer { daemon.stop() }
    let run = Run(words("she drank 15 --child Max --note x --json --dry-run"), socket: daemon.socket)
    #expect(
      try JSON(parsing: run.errors.dropLast().utf8)["data"]?["hint"]
        == "bbctl log 'she drank 15 ml' --child Max --dry-run")
    let plain = Run(words("feed 15 --child Max"), socket: daemon.socket)
    #expect(plain.errors.contains("Or: bbctl log 'she nursed 15 min' --child Max\n"), "\(plain.errors)")
  }

  @Test("an ambiguous time is replaced in its place: in an option, in a span, among words")
  func times() throws {
    let error = RPCError(
      .timeUnclear, "Several ways.",
      details: JSONObject([("text", "yesterday 3:15"), ("choices", ["2026-11-13 03:15", "2026-11-13 15:15"])]))
    let daemon = try FakeDaemon { _ in .error(error) }
    defer { daemon.stop() }
    for (line, hint) in [
      ("sleep log --at 'yesterday 3:15-4:15'", "bbctl sleep log --at '2026-11-13 15:15-4:15'"),
      ("sleep log --from 'yesterday 3:15' --for 1h", "bbctl sleep log --from '2026-11-13 15:15' --for 1h"),
      ("feed start left yesterday 3:15", "bbctl feed start left 2026-11-13 15:15"),
    ] {
      let run = Run(words(line) + ["--timeout", "5"], socket: daemon.socket)
      #expect(run.errors.contains("Or: \(hint) --timeout 5\n"), "\(run.errors)")
    }
  }

  @Test("help for a phrase is that of log", arguments: ["help left", "help bath", "left --help", "help log"])
  func help(line: String) {
    let run = Run(words(line))
    #expect(run.status == .success)
    #expect(run.output.contains("USAGE: bbctl log"))
  }

  @Test("remind list --help shows help, and --exec passes its own on")
  func remindHelp() throws {
    let run = Run(words("remind list --help"))
    #expect(run.status == .success && run.output.contains("USAGE: bbctl remind"), "\(run.errors)")
    #expect(try RemindListCommand.parse(["--exec", "lamp", "--help"]).command == ["lamp", "--help"])
  }

  @Test("a weight without a number is asked for on a terminal")
  func asked() throws {
    let daemon = try FakeDaemon { _ in .hangUp }
    defer { daemon.stop() }
    let run = Run(["weight"], socket: daemon.socket, typed: ["7.25kg"])
    #expect(run.errors.hasPrefix("Weight, such as 7.25kg? "), "\(run.errors)")
    #expect(daemon.calls.first?.params["text"] == "weight 7.25kg")
    _ = Run(["weight"], socket: daemon.socket)
    #expect(daemon.calls.last?.params["text"] == "weight")
  }
}
