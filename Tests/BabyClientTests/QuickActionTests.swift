import BabyModel
import BabyProtocol
import Testing

@testable import BabyClient

@Suite("The effect of one press")
struct QuickActionTests {
  private func labels(_ dashboard: DashboardGet.Answer, undoable: UndoableChange? = nil) -> [[String]] {
    QuickAction.menu(dashboard, undoable: undoable).map { $0.map(\.label) }
  }

  // MARK: What menus offer

  @Test("menus offer feeds, diapers, timers, and undo")
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
    "a brief waking in the running sleep is one press if the family logs such; kinds that need typing are not")
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

  @Test("the next breast comes first")
  func suggestedSide() {
    let feeds = labels(Sample.dashboard(of: Sample.eva, side: .right))[0]
    #expect(feeds == ["Log right breast · next", "Log left breast", "Log bottle · 120 ml"])
  }

  @Test("running timers can be stopped, and not started again")
  func timers() {
    let play = Sample.running(.tummyTime, 2, since: "20:20")
    #expect(
      labels(Sample.dashboard(of: Sample.eva, sleep: Sample.night))[2]
        == ["Start feed · left breast", "Stop sleep · since 8:14 PM", "Start tummy time"])
    #expect(
      labels(Sample.dashboard(of: Sample.eva, tummyTime: play))[2]
        == ["Start feed · left breast", "Start sleep", "Stop tummy time · since 8:20 PM"])
  }

  @Test("running activities can be stopped by name")
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
        #"timer.stop {"childId":"\#(eva)","kind":"activity","name":"bath"}"#,
        #"timer.stop {"childId":"\#(eva)","kind":"activity","name":"Music class"}"#,
      ])
    #expect(stops.map(\.command) == ["bbctl stop bath --child \(eva)", "bbctl stop 'Music class' --child \(eva)"])
  }

  @Test("a running feed can be stopped, switched, and paused or resumed; a click on the whole display ends it")
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
    let stop = #"timer.toggle {"childId":"\#(eva)","kind":"feeding","ifRunning":"\#(id)"}"#
    #expect(call(.shown(running)) == stop && call(.feed(running)) == stop)
    #expect(
      QuickAction.menu(running)[2].prefix(3).map(\.command)
        == ["stop", "switch", "pause"].map { "bbctl feed \($0) --child \(eva)" })
    #expect(
      call(.feed(Sample.dashboard(of: Sample.eva, side: .right)))
        == #"timer.toggle {"childId":"\#(eva)","kind":"feeding","side":"right","ifRunning":null}"#)
  }

  @Test("undo names what it would undo, if known")
  func undo() {
    let change = UndoableChange(id: "step.7", text: "Logged wet diaper")
    #expect(labels(Sample.dashboard(of: Sample.eva), undoable: change).last == ["Undo “Logged wet diaper”"])
  }

  @Test("all labels differ, so that a menu that returns a line is unambiguous")
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

  @Test("each call contains the displayed state")
  func calls() {
    let (eva, night) = (Sample.eva.id, Sample.night.entry.id)
    var dashboard = Sample.dashboard(of: Sample.eva, side: .right)
    (dashboard.quick.amount, dashboard.quick.unit) = (4.5, .ounces)
    #expect(
      QuickAction.menu(dashboard).joined().map(call) == [
        #"entry.log {"childId":"\#(eva)","kind":"feeding","method":"breast","startedSide":"right"}"#,
        #"entry.log {"childId":"\#(eva)","kind":"feeding","method":"breast","startedSide":"left"}"#,
        #"entry.log {"childId":"\#(eva)","kind":"feeding","method":"bottle","amount":4.5,"unit":"oz"}"#,
        #"entry.log {"childId":"\#(eva)","kind":"diaper","type":"wet"}"#,
        #"entry.log {"childId":"\#(eva)","kind":"diaper","type":"dirty"}"#,
        #"entry.log {"childId":"\#(eva)","kind":"diaper","type":"both"}"#,
        #"timer.toggle {"childId":"\#(eva)","kind":"feeding","side":"right","ifRunning":null}"#,
        #"timer.toggle {"childId":"\#(eva)","kind":"sleep","ifRunning":null}"#,
        #"timer.start {"childId":"\#(eva)","kind":"tummy"}"#, "undo {}",
      ])
    let asleep = Sample.dashboard(of: Sample.eva, sleep: Sample.night)
    #expect(call(.sleep(asleep)) == #"timer.toggle {"childId":"\#(eva)","kind":"sleep","ifRunning":"\#(night)"}"#)
    #expect(call(.undo(.init(id: "step.7", text: ""))) == #"undo {"id":"step.7"}"#)
    #expect(call(.select(Sample.record(Sample.ben).child)) == #"child.select {"childId":"\#(Sample.ben.id)"}"#)
    #expect(call(.retry(failed: 2)) == "queue.retry {}")
  }

  @Test("a finished nap and tummy time are logged with the displayed duration")
  func finished() {
    let actions = QuickAction.finished(Sample.dashboard(of: Sample.eva))
    #expect(actions.map(\.label) == ["Log nap · 10 min", "Log tummy time · 5 min"])
    let eva = Sample.eva.id
    #expect(
      actions.map(call) == [
        #"entry.log {"childId":"\#(eva)","kind":"sleep","note":"Quick log nap (10 min)","for":"10m"}"#,
        #"entry.log {"childId":"\#(eva)","kind":"tummy","for":"300s"}"#,
      ])
    #expect(actions.map(\.command) == ["bbctl sleep nap --child \(eva)", "bbctl tummy 300s --child \(eva)"])
  }

  @Test("each is a command line as well, for bars that can only run commands")
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
