import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import BabyBar

@Suite("The text on the bar")
struct TextTests {
  @Test(
    "a template shows its fields, and passes on its own markup",
    arguments: [
      ("{sleep} · {feed}", "Awake 7h 04m · Feed 2h 30m"), ("<b>{diaper-time}</b>", "<b>1h 02m</b>"),
      ("{feeds}/{wet}/{dirty} {amount}", "6/4/2 240 ml"), ("{{{child}}}", "{Eva}"), ("{due}", "–"), ("{side}", "Right"),
      ("{state}", "awake"), ("{tummy}", "Tummy time 12h 34m"), ("{text}", "Awake 7h 04m · Fed 2h 30m ago · right next"),
    ])
  func template(text: String, expected: String) throws {
    let layout = BarLayout(template: try Template(text))
    #expect(BarText(BarSample.state(BarSample.dashboard()), layout).plain == expected)
  }

  private func feeding(_ steps: (inout Feeding) -> Void = { _ in }, isAsleep: Bool = false) -> DashboardGet.Answer {
    var feeding = Feeding.running(.left, since: BarSample.at("2026-11-15T06:20:10Z"))
    steps(&feeding)
    var dashboard = BarSample.dashboard(isAsleep: isAsleep)
    dashboard.runningFeeding = BarSample.record(0xa1b2d1, .feeding(feeding), "2026-11-15T06:20:10Z")
    dashboard.lastFeeding = dashboard.runningFeeding
    return dashboard
  }

  @Test("an empty log is mentioned only if it is empty")
  func nothing() throws {
    var dashboard = BarSample.dashboard(isNew: true)
    func words() -> String { BarText(BarSample.state(dashboard), BarLayout()).plain }
    #expect(words() == "No events yet today")
    dashboard.recentKinds = ["activity"]
    #expect(words() == "No feed, diaper or sleep today")
    dashboard.recentKinds = nil
    dashboard.lastNote = BarSample.record(0xa1b2d1, .note(.general), "2026-11-15T06:20:10Z", note: "Bath")
    #expect(words() == "No feed, diaper or sleep today")
  }

  @Test("a running activity is shown if there is no feed, sleep or tummy time, the first one; all are in the tooltip")
  func activities() throws {
    func running(_ name: String, _ number: UInt64, _ start: String) throws -> EntryRecord {
      BarSample.record(number, try .activity(name), start)
    }
    func words(_ dashboard: DashboardGet.Answer) -> String { BarText(BarSample.state(dashboard), BarLayout()).plain }
    var dashboard = BarSample.dashboard()
    dashboard.runningActivities = [
      try running("bath", 0xa1b2d1, "2026-11-15T06:20:10Z"), try running("walk", 0xa1b2d2, "2026-11-15T06:25:10Z"),
    ]
    #expect(words(dashboard) == "Bath 19m · Fed 2h 30m ago · right next")
    #expect(BarSample.state(dashboard).classes.first == "activity")
    let tooltip = Tooltip(BarSample.state(dashboard)).lines.map(\.text)
    #expect(tooltip.contains("Bath 19m · since 10:20 PM") && tooltip.contains("Walk 14m · since 10:25 PM"))
    dashboard.runningTummyTime = BarSample.record(0xa1b2d3, .tummyTime, "2026-11-15T06:30:10Z")
    #expect(words(dashboard).hasPrefix("Tummy time 9m"))
    // What a family has called it stays on the line.
    dashboard.runningTummyTime = nil
    dashboard.runningActivities = [try running(String(repeating: "x", count: 200), 0xa1b2d1, "2026-11-15T06:20:10Z")]
    #expect(words(dashboard).count < 120)
  }

  @Test("a running feed comes first, with its minutes at each breast, and the sleep beside it")
  func nursing() throws {
    func plain(_ dashboard: DashboardGet.Answer) -> String { BarText(BarSample.state(dashboard), BarLayout()).plain }
    #expect(plain(feeding()) == "Feeding left 19m")
    #expect(plain(feeding(isAsleep: true)) == "Feeding left 19m · Sleeping 1h 04m")
    let switched = feeding { feeding in
      feeding.right = .minutes(4)
      feeding.turn = NursingTurn(.left, since: BarSample.at("2026-11-15T06:24:10Z"))
    }
    #expect(plain(switched) == "Feeding left 15m · right 4m")
    #expect(
      plain(
        feeding {
          $0.turn?.isPaused = true; $0.left = .minutes(12)
        }) == "Feed paused · left 12m")
    let state = BarSample.state(switched)
    #expect(state.classes.first == "feeding")
    #expect(
      BarText(state, BarLayout(template: try Template("{feed}|{state}"))).plain == "Feeding left 15m · right 4m|feeding"
    )
    #expect(state.clickCommand.contains("--state feed-"))
  }

  @Test("the next prediction is shown until its time has passed, as the middle half of cases")
  func next() throws {
    func prediction(_ kind: PredictionKind, _ time: Instant) -> PredictionSummary {
      PredictionSummary(
        Prediction(
          kind: kind, at: time, interval50: time - .minutes(20)...time + .minutes(25),
          interval80: time - .minutes(40)...time + .minutes(60), confidence: 0.7,
          evidence: PredictionEvidence(
            since: time, age: 20, usual: .minutes(84)...(.minutes(126)), similar: 9, ownShare: 0.9)),
        zone: BarSample.zone)
    }
    let layout = BarLayout(template: try Template("{next}"))
    var dashboard = BarSample.dashboard()
    #expect(BarText(BarSample.state(dashboard), layout).plain == "–")
    dashboard.predictions = [
      prediction(.feeding, BarSample.now + .minutes(90)), prediction(.bedtime, BarSample.now + .minutes(30)),
      prediction(.nap, BarSample.now - .minutes(1)),
    ]
    #expect(BarText(BarSample.state(dashboard), layout).plain == "Bedtime 10:49–11:34 PM")
  }

  @Test("fields are escaped, the template is not")
  func escaping() throws {
    let layout = BarLayout(template: try Template("<i>{child}</i>"))
    let text = BarText(BarSample.state(BarSample.dashboard(name: "A&B")), layout)
    #expect(text.written(Markup.escape) == "<i>A&amp;B</i>")
  }

  @Test("an invalid template is refused", arguments: ["{slep}", "{", "}", "a\nb", "{sleep", "{}"])
  func refused(text: String) { #expect(throws: BarUsageError.self) { try Template(text) } }

  @Test("the most similar field is suggested")
  func nearest() {
    #expect(throws: BarUsageError("There is no field {slep}.", hint: "{sleep}")) { try Template("{slep}") }
  }

  @Test("every field has a value in every situation", arguments: Situation.allCases)
  func fields(situation: Situation) {
    for field in Field.allCases { #expect(!BarWords(situation.state, BarLayout()).segments(of: field).plain.isEmpty) }
  }

  @Test("a bar of fixed width always has the same number of columns", arguments: Situation.allCases)
  func width(situation: Situation) {
    let text = BarText(situation.state, BarLayout(width: 24)).plain
    #expect(text.displayWidth == 24)
  }

  @Test(
    "in a narrow bar, whole pieces are left out, the side first and the running timer last",
    arguments: [
      (80, "Sleeping 1:04 · Fed 2:30 ago · right next · ! Feed overdue 0:10"),
      (52, "Sleeping 1:04 · Fed 2:30 ago · ! Feed overdue 0:10"), (40, "Sleeping 1:04 · ! Feed overdue 0:10"),
      (20, "Sleeping 1:04"), (10, "Sleeping …"),
    ])
  func room(columns: Int, expected: String) {
    let text = BarText(Situation.overdue.state, BarLayout(width: columns)).plain
    #expect(text.filter { $0 != "\u{2007}" } == expected && text.displayWidth == columns)
  }

  @Test("with several children, the name is shown if it fits")
  func siblings() {
    var view = BarSample.view(BarSample.snapshot(BarSample.dashboard(isAsleep: true)))
    let children = [("Eva", 0xe0a), ("Tom", 0xe0b)].map { name, number in
      ChildRecord(
        Child(
          id: BarSample.identifier(number), name: name, born: LocalDate(dayNumber: 20_000), zone: "UTC",
          createdAt: BarSample.now, updatedAt: BarSample.now), isCurrent: name == "Eva")
    }
    view.learn(ChildList.Answer(children: children))
    let state = BarState(view, at: BarSample.now)
    #expect(BarText(state, BarLayout()).plain == "Eva · Sleeping 1h 04m · Fed 2h 30m ago · right next")
    #expect(BarText(state, BarLayout(width: 24)).plain.hasPrefix("Eva · Sleeping 1:04"))
  }

  @Test("while the family server is unreachable, it shows the age of the data, with a sign")
  func stale() {
    var view = BarSample.view(BarSample.snapshot(BarSample.dashboard(isAsleep: true)))
    let synced = BarSample.at("2026-11-15T05:02:00Z")
    for (at, expected) in [(synced, "! synced 9:02 PM"), (nil, "! not synced")] as [(Instant?, String)] {
      let connection = ConnectionRecord(
        state: .offline, isStale: true, lastSyncedAt: at, lastSyncedLocal: at?.text(in: BarSample.zone))
      view.learn(AccountStatus.Answer(account: .init(state: .authenticated), connection: connection))
      #expect(BarText(BarState(view, at: BarSample.now), BarLayout()).plain.hasSuffix(" · " + expected))
    }
  }

  @Test("durations in a fixed width are always equally wide")
  func digits() {
    #expect(
      BarText(BarSample.state(BarSample.dashboard(isAsleep: true)), BarLayout(width: 16)).plain
        == "Sleeping 1:04\u{2007}\u{2007}\u{2007}")
    #expect(Lengths.digits.text(.minutes(7)) == "0:07")
    #expect(Lengths.digits.text(.minutes(61)) == "1:01")
    #expect(Lengths.digits.text(.zero) == "0:00")
    #expect(Lengths.words.text(.seconds(59)) == "0m")
  }

  @Test("long texts are cut between scalars, with an ellipsis")
  func cut() {
    #expect(ShownText.cut("short", toBytes: 5) == "short")
    #expect(ShownText.cut("ümlaut and more", toBytes: 8) == "ümla…")
    #expect(ShownText.cut("日本語日本語", toBytes: 10).utf8.count <= 10)
  }
}
