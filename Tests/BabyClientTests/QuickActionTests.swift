import BabyModel
import BabyProtocol
import Testing

@testable import BabyClient

@Suite("What one press does")
struct QuickActionTests {
  private func labels(_ dashboard: DashboardGet.Answer, undoable: UndoableChange? = nil) -> [[String]] {
    QuickAction.menu(dashboard, undoable: undoable).map { $0.map(\.label) }
  }

  // MARK: What menus offer

  @Test("menus offer feeds, diapers, timers, and to take the last change back")
  func menu() {
    #expect(
      labels(Sample.dashboard(of: Sample.eva)) == [
        ["Log left breast", "Log right breast", "Log bottle · 120 ml"],
        ["Log wet diaper", "Log dirty diaper", "Log wet and dirty diaper"],
        ["Start feed · left breast", "Start sleep", "Start tummy time"],
        ["Undo last change"],
      ])
  }

  @Test(
    "a brief waking within the sleep that runs is one press, where the family logs such; what has to be typed is none")
  func waking() throws {
    var dashboard = Sample.dashboard(of: Sample.eva, sleep: Sample.night)
    let without = labels(dashboard)
    dashboard.recentKinds = ["medicine", "food", "briefWaking", "ofALaterVersion"]
    #expect(labels(dashboard)[2].dropFirst().first == "Stop sleep · since 8:14 PM")
    #expect(labels(dashboard)[2].filter { !without[2].contains($0) } == ["Log brief waking"])
    #expect(dashboard.typedKinds.map(\.word) == ["medicine", "food"])
    let action = try #require(QuickAction.menu(dashboard)[2].first { $0.label == "Log brief waking" })
    #expect(action.command == "bbctl sleep waking --child \(Sample.eva.id)")
    #expect(call(action) == #"entry.log {"childId":"\#(Sample.eva.id)","kind":"briefWaking"}"#)
    dashboard.runningSleep = nil
    #expect(!labels(dashboard).joined().contains("Log brief waking"))
    #expect(Sample.dashboard(of: Sample.eva).typedKinds == [])
  }

  @Test("the breast that is next comes first")
  func suggestedSide() {
    let feeds = labels(Sample.dashboard(of: Sample.eva, side: .right))[0]
    #expect(feeds == ["Log right breast · next", "Log left breast", "Log bottle · 120 ml"])
  }

  @Test("what is running can be stopped, and nothing else started in its place")
  func timers() {
    let play = Sample.running(.tummyTime, 2, since: "20:20")
    #expect(
      labels(Sample.dashboard(of: Sample.eva, sleep: Sample.night))[2]
        == ["Start feed · left breast", "Stop sleep · since 8:14 PM", "Start tummy time"])
    #expect(
      labels(Sample.dashboard(of: Sample.eva, tummyTime: play))[2]
        == ["Start feed · left breast", "Start sleep", "Stop tummy time · since 8:20 PM"])
  }

  @Test("activities can be stopped, each by its name, while they run")
  func activities() throws {
    var dashboard = Sample.dashboard(of: Sample.eva)
    dashboard.runningActivities = [
      Sample.running(try .activity("bath"), 2, since: "20:20"),
      Sample.running(try .activity("Music class"), 3, since: "20:25"),
    ]
    let stops = QuickAction.menu(dashboard)[2].suffix(2)
    #expect(stops.map(\.label) == ["Stop bath · since 8:20 PM", "Stop Music class · since 8:25 PM"])
    let eva = Sample.eva.id
    #expect(
      stops.map(call) == [
        #"timer.stop {"childId":"\#(eva)","name":"bath"}"#, #"timer.stop {"childId":"\#(eva)","name":"Music class"}"#,
      ])
    #expect(stops.map(\.command) == ["bbctl stop bath --child \(eva)", "bbctl stop 'Music class' --child \(eva)"])
  }

  @Test("a feed that runs can be stopped, switched, and paused or resumed; a click on all that is shown ends it")
  func nursing() {
    let start = Sample.night.entry.start
    func dashboard(isPaused: Bool) -> DashboardGet.Answer {
      var feeding = Feeding.running(.left, since: start)
      feeding.turn?.isPaused = isPaused
      var dashboard = Sample.dashboard(of: Sample.eva, sleep: Sample.night)
      var record = Sample.night
      record.entry.content = .feeding(feeding)
      dashboard.runningFeeding = record
      return dashboard
    }
    let running = dashboard(isPaused: false)
    #expect(
      labels(running)[2].prefix(3) == ["Stop feed · since 8:14 PM", "Switch to right breast", "Pause feed"])
    #expect(labels(dashboard(isPaused: true))[2][2] == "Resume feed")
    let (eva, id) = (Sample.eva.id, Sample.night.entry.id)
    let stop = #"feeding.toggle {"childId":"\#(eva)","ifRunning":"\#(id)"}"#
    #expect(call(.shown(running)) == stop && call(.feed(running)) == stop)
    #expect(
      QuickAction.menu(running)[2].prefix(3).map(\.command)
        == ["stop", "switch", "pause"].map { "bbctl feed \($0) --child \(eva)" })
    #expect(
      call(.feed(Sample.dashboard(of: Sample.eva, side: .right)))
        == #"feeding.toggle {"childId":"\#(eva)","side":"right","ifRunning":null}"#)
  }

  @Test("undo says what it takes back, where that is known")
  func undo() {
    let change = UndoableChange(id: "step.7", text: "Logged wet diaper")
    #expect(labels(Sample.dashboard(of: Sample.eva), undoable: change).last == ["Undo “Logged wet diaper”"])
  }

  @Test("no two say the same, so that a menu that answers with a line can be understood")
  func distinct() {
    for side in [nil, Side.left, .right] {
      let all = labels(Sample.dashboard(of: Sample.eva, side: side)).flatMap(\.self)
      #expect(Set(all).count == all.count)
    }
  }

  // MARK: What is called

  private func call(_ action: QuickAction) -> String {
    action.call.method + " " + String(decoding: action.call.params, as: UTF8.self)
  }

  @Test("each calls the daemon with what was shown")
  func calls() {
    let (eva, night) = (Sample.eva.id, Sample.night.entry.id)
    var dashboard = Sample.dashboard(of: Sample.eva, side: .right)
    (dashboard.quick.amount, dashboard.quick.unit) = (4.5, .ounces)
    #expect(
      QuickAction.menu(dashboard).joined().map(call) == [
        #"feeding.log {"childId":"\#(eva)","method":"breast","startedSide":"right"}"#,
        #"feeding.log {"childId":"\#(eva)","method":"breast","startedSide":"left"}"#,
        #"feeding.log {"childId":"\#(eva)","method":"bottle","amount":4.5,"unit":"oz"}"#,
        #"diaper.log {"childId":"\#(eva)","type":"wet"}"#, #"diaper.log {"childId":"\#(eva)","type":"dirty"}"#,
        #"diaper.log {"childId":"\#(eva)","type":"both"}"#,
        #"feeding.toggle {"childId":"\#(eva)","side":"right","ifRunning":null}"#,
        #"sleep.toggle {"childId":"\#(eva)","ifRunning":null}"#,
        #"tummy.start {"childId":"\#(eva)"}"#, "undo {}",
      ])
    let asleep = Sample.dashboard(of: Sample.eva, sleep: Sample.night)
    #expect(call(.sleep(asleep)) == #"sleep.toggle {"childId":"\#(eva)","ifRunning":"\#(night)"}"#)
    #expect(call(.undo(.init(id: "step.7", text: ""))) == #"undo {"id":"step.7"}"#)
    #expect(call(.select(Sample.record(Sample.ben).child)) == #"child.select {"childId":"\#(Sample.ben.id)"}"#)
    #expect(call(.retry(failed: 2)) == "queue.retry {}")
  }

  @Test("a nap and tummy time that are over are logged with the length that is said")
  func finished() {
    let actions = QuickAction.finished(Sample.dashboard(of: Sample.eva))
    #expect(actions.map(\.label) == ["Log nap · 10 min", "Log tummy time · 5 min"])
    let eva = Sample.eva.id
    #expect(
      actions.map(call) == [
        #"sleep.nap {"childId":"\#(eva)"}"#, #"tummy.log {"childId":"\#(eva)","for":"300s"}"#,
      ])
    #expect(actions.map(\.command) == ["bbctl sleep nap --child \(eva)", "bbctl tummy 300s --child \(eva)"])
  }

  @Test("for bars that can only run one, each is a command line as well")
  func commands() {
    var dashboard = Sample.dashboard(of: Sample.eva, sleep: Sample.night)
    (dashboard.quick.amount, dashboard.quick.unit) = (4.5, .ounces)
    dashboard.runningTummyTime = Sample.running(.tummyTime, 2, since: "20:20")
    let child = "--child \(Sample.eva.id)"
    #expect(
      QuickAction.menu(dashboard).joined().map(\.command) == [
        "bbctl feed left \(child)", "bbctl feed right \(child)", "bbctl feed bottle 4.5oz \(child)",
        "bbctl diaper wet \(child)", "bbctl diaper dirty \(child)", "bbctl diaper both \(child)",
        "bbctl feed start left \(child)", "bbctl sleep stop \(child)", "bbctl tummy stop \(child)", "bbctl undo",
      ])
    #expect(QuickAction.undo(.init(id: "step.7", text: "")).command == "bbctl undo step.7")
  }
}
