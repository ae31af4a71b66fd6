import BabyModel
import BabyProtocol
import Synchronization
import Testing

@testable import BabyCommands

@Suite("Beginning")
struct SetupTests {
  /// A daemon without a child, and what it was asked to do.
  private final class NewDaemon: Sendable {
    let calls = Mutex<[String]>([])

    func start() throws -> FakeDaemon {
      try FakeDaemon { [self] request in
        switch request.method {
        case "child.list": return .result(ChildList.Answer(children: []).json)
        case "child.add":
          calls.withLock { $0.append(request.params.text) }
          if request.params["born"] == "2062-10-01" {
            let fields = [FieldError("born", "must not be in the future")]
            return .error(RPCError(.childInvalid, "born must not be in the future.", fields: fields))
          }
          if request.params["dueDate"] == "2027-10-01" {
            let fields = [FieldError("dueDate", "must be at most 140 days after the date of birth")]
            return .error(RPCError(.childInvalid, "dueDate must be at most 140 days after.", fields: fields))
          }
          if request.params["zone"] == "Berlin" {
            return .error(
              RPCError(.zoneUnknown, "There is no time zone \"Berlin\". Time zones have names such as Europe/Berlin."))
          }
          let child = Child(
            id: Sample.child.id, name: "Eva", born: LocalDate(dayNumber: 20_000), zone: "Europe/Berlin",
            createdAt: Sample.now, updatedAt: Sample.now)
          return .result(
            ChildAnswer(child: ChildRecord(child, isCurrent: true), message: "Added Eva", seq: 2, isDryRun: false).json)
        case "settings.list":
          let settings = SettingKey.all.map { key in
            SettingRecord(
              key: key.name, value: key.defaultValue, defaultValue: key.defaultValue, source: .default, summary: "")
          }
          return .result(SettingsList.Answer(settings: settings).json)
        case "settings.set":
          calls.withLock { $0.append(request.params.text) }
          let setting = SettingRecord(key: "units", value: "oz", defaultValue: "ml", source: .family, summary: "")
          return .result(SettingAnswer(setting: setting, message: "", seq: 3, isDryRun: false).json)
        default: return .error(RPCError(.methodNotFound, request.method))
        }
      }
    }
  }

  private static let german = ["HOME": "/home/anna", "LANG": "de_DE.UTF-8"]
  private static let american = ["HOME": "/home/anna", "LANG": "en_US.UTF-8"]

  /// The result of `bbctl setup` in a new family, and the calls to its daemon.
  private func begin(
    typed: [String], variables: [String: String] = Self.german, zone: String? = nil
  ) throws -> (run: Run, calls: [String]) {
    let family = NewDaemon()
    let daemon = try family.start()
    defer { daemon.stop() }
    let run = Run(["setup"], socket: daemon.socket, typed: typed, variables: variables, zone: zone)
    return (run, family.calls.withLock { $0 })
  }

  @Test("bbctl alone asks a new family, reports what it did not understand, and then adds the child")
  func asked() throws {
    let family = NewDaemon()
    let daemon = try family.start()
    defer { daemon.stop() }
    let run = Run(
      [], socket: daemon.socket,
      typed: [
        "Eva", "sometime", "2020-10-01", "water", "breast", "Berlin", "cups", "oz", "24", "day", "sunday", "",
        "Europe/Berlin",
      ])
    #expect(run.status == .success, "\(run.errors)")
    #expect(
      family.calls.withLock { $0 } == [
        #"{"key":"date.order","value":"day-month"}"#, #"{"key":"time.format","value":"24h"}"#,
        #"{"key":"units","value":"oz"}"#, #"{"key":"units.temperature","value":"F"}"#,
        #"{"key":"units.weight","value":"lb"}"#, #"{"key":"week.start","value":"sunday"}"#,
        #"{"name":"Eva","born":"2020-10-01","zone":"Berlin","feedingStyle":"breast"}"#,
        #"{"name":"Eva","born":"2020-10-01","zone":"Europe/Berlin","feedingStyle":"breast"}"#,
      ])
    for words in ["year, month and day: 2026-01-31", "breast, bottle or both", "ml or oz"] {
      #expect(run.errors.contains("Please type"))
      #expect(run.errors.contains(words))
    }
    #expect(run.output.hasPrefix("Added Eva"))
  }

  @Test("the locale's values are accepted with Enter, and asked one by one with change")
  func locale() throws {
    for (variables, answers, settings) in [
      (Self.german, [""], [#"{"key":"date.order","value":"day-month"}"#, #"{"key":"time.format","value":"24h"}"#]),
      (
        Self.american, [""],
        [
          #"{"key":"date.order","value":"month-day"}"#, #"{"key":"units","value":"oz"}"#,
          #"{"key":"units.temperature","value":"F"}"#, #"{"key":"units.weight","value":"lb"}"#,
          #"{"key":"week.start","value":"sunday"}"#,
        ]
      ),
      (
        Self.american, ["change", "ml", "24h", "", "monday"],
        [#"{"key":"date.order","value":"month-day"}"#, #"{"key":"time.format","value":"24h"}"#]
      ),
    ] {
      let (run, calls) = try begin(typed: ["Eva", "2020-10-01", "", ""] + answers + [""], variables: variables)
      #expect(run.status == .success, "\(run.errors)")
      #expect(calls == settings + [#"{"name":"Eva","born":"2020-10-01"}"#])
    }
  }

  @Test("the server is explained at the end, after the questions about the child")
  func serverLast() throws {
    let (run, _) = try begin(typed: ["Eva", "2020-10-01", "", "", "", ""])
    let questions = ["name?", "born", "breast, bottle", "Time zone", "locale", "runs a family server", "Family server"]
    let places = questions.map { run.errors.firstRange(of: $0)?.lowerBound }
    #expect(places.allSatisfy { $0 != nil })
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test("back returns to the previous answer, which is the default, and nothing else is lost")
  func back() throws {
    let (run, calls) = try begin(
      typed: ["Back", "2020-10-01", "both", "back", "back", "back", "Eva", "", "breast", "", "", ""])
    #expect(run.status == .success, "\(run.errors)")
    #expect(run.errors.contains("[Back]") && run.errors.contains("[2020-10-01]") && run.errors.contains("[both]"))
    #expect(calls.last == #"{"name":"Eva","born":"2020-10-01","feedingStyle":"breast"}"#)
    #expect(try begin(typed: ["Eva", "back", "", "back"]).run.errors.contains("born"))
  }

  @Test("for a child under two it asks for the due date and the weight at birth, which Enter skips")
  func baby() throws {
    for (typed, added) in [
      (["2026-10-01", "", ""], #"{"name":"Eva","born":"2026-10-01"}"#),
      (["2026-10-01", "soon", "2026-11-20", "heavy", "4lb 6oz"], Self.early),
      (["2026-10-01", "2026-11-21", "back", "2026-11-20", "4lb6oz"], Self.early),
      (["2026-10-01", "2026-11-20", "4kg", "back", "4lb6oz"], Self.early),
      // The birthday was wrong: the baby's answers are not used for an older child.
      (["2026-10-01", "2026-11-20", "back", "back", "2020-10-02"], #"{"name":"Eva","born":"2020-10-02"}"#),
    ] {
      let (run, calls) = try begin(typed: ["Eva"] + typed + ["", "", "", "", ""])
      #expect(run.status == .success, "\(run.errors)")
      #expect(calls.last == added, "\(typed)")
    }
  }

  private static let early =
    #"{"name":"Eva","born":"2026-10-01","dueDate":"2026-11-20","birthWeight":{"value":4.375,"unit":"lb"}}"#

  @Test(
    "dates are read as people write them, and for a baby it asks whether it is a girl or a boy",
    arguments: [
      ("1.10.2026", "girl", "female"), ("1 Oct 2026", "Boy", "male"), ("October 1st", "other", "other"),
      ("1/10/2026", "", nil),
    ])
  func saidDates(typed: String, sex: String, kept: String?) throws {
    let (run, calls) = try begin(typed: ["Eva", typed, "", "", sex, "", "", "", ""])
    #expect(run.status == .success, "\(run.errors)")
    let added = kept.map { #"{"name":"Eva","born":"2026-10-01","sex":"\#($0)"}"# }
    #expect(calls.last == added ?? #"{"name":"Eva","born":"2026-10-01"}"#)
  }

  @Test("while growth is compared with others', it asks for the sex, but not the other questions about a baby")
  func sexOfOlderChild() throws {
    let (run, calls) = try begin(typed: ["Eva", "2022-10-01", "girl", "", "", "", ""])
    #expect(run.errors.contains("a girl or a boy") && !run.errors.contains("born early"), "\(run.errors)")
    #expect(calls.last == #"{"name":"Eva","born":"2022-10-01","sex":"female"}"#)
    let (later, _) = try begin(typed: ["Eva", "2020-10-01", "", "", "", ""])
    #expect(!later.errors.contains("a girl or a boy"))
  }

  @Test("an ambiguous date is asked again, and one of another century is questioned")
  func doubtfulDates() throws {
    let (run, calls) = try begin(
      typed: ["Eva", "3/1/2026", "1900-01-01", "", "", "", "", "", "", "", "", "n", "2020-10-01"],
      variables: ["HOME": "/home/anna"])
    #expect(run.errors.contains("year, month and day"))
    #expect(run.errors.contains("Born on 1900-01-01, Eva is 126 years old. Is that right?"), "\(run.errors)")
    #expect(calls.last?.contains(#""born":"2020-10-01""#) == true)
  }

  @Test("the default time zone is the one that the child gets, whatever the daemon's is")
  func zone() throws {
    for (typed, zone) in [("", "Europe/Berlin"), ("Asia/Tokyo", "Asia/Tokyo")] {
      let (run, calls) = try begin(typed: ["Eva", "2020-10-01", "", typed, "", ""], zone: "Europe/Berlin")
      #expect(run.errors.contains("Press Enter for Europe/Berlin."), "\(run.errors)")
      #expect(calls.last == #"{"name":"Eva","born":"2020-10-01","zone":"\#(zone)"}"#)
    }
  }

  @Test("an impossible due date is asked again alone, and none removes it")
  func dueRefused() throws {
    let (run, calls) = try begin(
      typed: ["Eva", "2026-10-01", "2027-10-01", "3.2kg", "", "", "", "", "", "none"])
    #expect(run.status == .success, "\(run.errors)")
    #expect(
      calls.last
        == #"{"name":"Eva","born":"2026-10-01","birthWeight":{"value":3.2,"unit":"kg"}}"#)
  }

  @Test("an answer that the daemon refuses is asked again, and no other answer is lost")
  func askedAgain() throws {
    let family = NewDaemon()
    let daemon = try family.start()
    defer { daemon.stop() }
    let run = Run(
      ["setup"], socket: daemon.socket,
      typed: ["Eva", "2062-10-01", "breast", "Europe/Berlin", "", "", "2020-10-01"], variables: Self.german)
    #expect(run.status == .success)
    #expect(run.errors.contains("born must not be in the future."))
    #expect(
      family.calls.withLock { $0 }.suffix(2) == [
        #"{"name":"Eva","born":"2062-10-01","zone":"Europe/Berlin","feedingStyle":"breast"}"#,
        #"{"name":"Eva","born":"2020-10-01","zone":"Europe/Berlin","feedingStyle":"breast"}"#,
      ])
  }

  @Test("an interrupted setup resumes, and leaves nothing behind when it is done")
  func goesOn() throws {
    let family = NewDaemon()
    let daemon = try family.start()
    defer { daemon.stop() }
    let kept = KeptFiles()
    let all = ["Eva", "2020-10-01", "bottle", "Europe/Berlin", "", ""]
    // Each run gives one more answer and ends.
    for answer in all.dropLast() {
      let run = Run(["setup"], socket: daemon.socket, typed: [answer], variables: Self.german, kept: kept)
      #expect(run.status == .invalid)
      #expect(run.errors.contains("your answers are kept"))
      #expect(family.calls.withLock { $0 } == [])
    }
    #expect(kept.files.keys.sorted() == ["/home/anna/.local/state/babybasics/setup.json"])
    let last = Run([], socket: daemon.socket, typed: [""], variables: Self.german, kept: kept)
    #expect(last.status == .success, "\(last.errors)")
    #expect(last.errors.contains("Welcome back") && last.errors.contains("Eva, 2020-10-01, bottle"))
    #expect(
      family.calls.withLock { $0 }.last
        == #"{"name":"Eva","born":"2020-10-01","zone":"Europe/Berlin","feedingStyle":"bottle"}"#)
    #expect(kept.files.isEmpty)
  }

  @Test("a daemon that fails at the end does not cost any answer either")
  func daemonGone() throws {
    let family = NewDaemon()
    let kept = KeptFiles()
    let failing = try FakeDaemon { request in
      request.method == "child.list"
        ? .result(ChildList.Answer(children: []).json) : .error(RPCError(.storeFull, "The disk is full."))
    }
    defer { failing.stop() }
    let run = Run(
      ["setup"], socket: failing.socket, typed: ["Eva", "2020-10-01", "", "", "", ""], variables: Self.german,
      kept: kept)
    #expect(run.status != .success && run.errors.contains("The disk is full."))
    let daemon = try family.start()
    defer { daemon.stop() }
    #expect(Run(["setup"], socket: daemon.socket, typed: [], variables: Self.german, kept: kept).status == .success)
    #expect(family.calls.withLock { $0 }.last == #"{"name":"Eva","born":"2020-10-01"}"#)
  }

  @Test(
    "invalid saved answers are ignored", arguments: ["", "{", "[]", #"{"born":"x"}"#])
  func damagedDraft(text: String) throws {
    let family = NewDaemon()
    let daemon = try family.start()
    defer { daemon.stop() }
    let kept = KeptFiles()
    _ = kept.replace("/home/anna/.local/state/babybasics/setup.json", with: Array(text.utf8))
    let run = Run(
      ["setup"], socket: daemon.socket, typed: ["Eva", "2020-10-01", "", "", "", ""], variables: Self.german, kept: kept
    )
    #expect(run.status == .success, "\(run.errors)")
  }

  @Test("without a terminal, options give the answers, and a missing one is named")
  func options() throws {
    let family = NewDaemon()
    let daemon = try family.start()
    defer { daemon.stop() }
    let missing = Run(words("setup --name Eva"), socket: daemon.socket)
    #expect(missing.status == .invalid)
    #expect(missing.errors.contains("--born"))
    #expect(Run(words("setup --name Eva --born 2020-10-01"), socket: daemon.socket).status == .success)
    #expect(family.calls.withLock { $0 } == [#"{"name":"Eva","born":"2020-10-01"}"#])
    let line = "setup --name Eva --born 2026-10-01 --due 2026-11-20 --birth-weight 4lb6oz"
    #expect(Run(words(line), socket: daemon.socket).status == .success)
    #expect(family.calls.withLock { $0 }.last == Self.early)
    #expect(Run([], socket: daemon.socket).output.contains("USAGE"))
  }

  @Test(
    "a zone's name is distinguished from a rule by its form",
    arguments: [
      ("Europe/Berlin", true), ("UTC", true), ("Etc/GMT+5", true), ("CET-1CEST", false),
      ("CET-1CEST,M3.5.0,M10.5.0/3", false),
    ])
  func zoneNames(text: String, isName: Bool) { #expect(isZoneName(text) == isName) }
}
