import BabyModel
import BabyProtocol
import Testing

@testable import BabyClient

@Suite("A client's view of the family")
struct FamilyViewTests {
  private var view = FamilyView()
  private static let now = Sample.now
  private let gone = FollowerEvent.lost(.notRunning(socket: "/run/daemon.sock"))

  private mutating func learn(_ events: FollowerEvent..., at now: Instant = Self.now) {
    for event in events { view.learn(event, at: now) }
  }

  // MARK: A snapshot, and then events

  @Test("at first nothing is known, and there is no problem")
  func nothing() {
    #expect(view.reachability == .awaited)
    #expect(view.dashboard == nil && view.children.isEmpty && view.sync == nil)
    #expect(view.loss == nil && view.trouble(at: Self.now) == nil && view.undoable == nil)
  }

  @Test("a snapshot sets everything at once")
  mutating func snapshot() {
    let error = Sample.error("The disk is full.")
    var snapshot = Sample.family()
    snapshot.banner = BannerSnapshot(unresolved: [error])
    snapshot.account = AccountRecord(state: .onboarding)
    snapshot.connection = ConnectionRecord(state: .local)
    learn(Sample.snapshot(snapshot))
    #expect(view.reachability == .live)
    #expect(view.dashboard == Sample.dashboard(of: Sample.eva))
    #expect(view.children.map(\.child.name) == ["Eva"])
    #expect(view.errors == [error])
    #expect(view.sync?.account.state == .onboarding)
    #expect(view.sync?.connection.state == .local)
  }

  @Test("an event changes its subject and nothing else")
  mutating func change() throws {
    learn(Sample.snapshot(Sample.family()))
    let before = view
    let asleep = Sample.dashboard(of: Sample.eva, sleep: Sample.night)
    try learn(Sample.event(.dashboard, asleep))
    #expect(view.dashboard?.runningSleep == Sample.night)
    #expect(view.children == before.children)
    try learn(Sample.event(.account, AccountRecord(state: .onboarding)))
    #expect(view.sync == nil, "half of it is not known")
    try learn(Sample.event(.connection, ConnectionRecord(state: .offline, isStale: true, unsent: 2)))
    #expect(view.sync?.connection.unsent == 2)
    try learn(Sample.event(.reminders, ReminderList.Answer.open(Sample.reminder)))
    #expect(view.reminders == [Sample.reminder])
    #expect(view.dashboard == asleep)
  }

  @Test("unknown events and events about other subjects change nothing")
  mutating func strange() throws {
    learn(Sample.snapshot(Sample.family()))
    let before = view
    for topic in Topic.allCases { learn(Sample.event(topic, ["seven": 7])) }
    for topic in Topic.allCases where topic != .dashboard { learn(Sample.event(topic, .null)) }
    learn(.answered(id: 1, .failure(.disconnected)), .answered(id: 2, .success([:])))
    try learn(Sample.event(.timeline, TimelineChange(operation: .insert, entry: Sample.night)))
    #expect(view == before)
  }

  // MARK: Children

  @Test("without children there is no dashboard; a new child brings one")
  mutating func lastChild() throws {
    learn(Sample.snapshot(Sample.family()), Sample.event(.dashboard, .null))
    #expect(view.dashboard == nil)
    #expect(view.reachability == .live)
    try learn(Sample.event(.dashboard, Sample.dashboard(of: Sample.ben)))
    #expect(view.dashboard?.child.name == "Ben")
  }

  @Test("a child that another person renames, selects or removes is updated here")
  mutating func changedChild() throws {
    learn(Sample.snapshot(Sample.family(Sample.eva, Sample.ben)))
    var children = [Sample.record(Sample.eva), Sample.record(Sample.ben, isCurrent: true)]
    children[0].child.name = "Eva Maria"
    try learn(Sample.event(.children, ChildList.Answer(children: children)))
    #expect(view.children.map(\.child.name) == ["Eva Maria", "Ben"])
    #expect(view.child(1)?.name == "Eva Maria")
    children[0].child.removedAt = Self.now
    try learn(Sample.event(.children, ChildList.Answer(children: children)))
    #expect(view.children.map(\.child.name) == ["Ben"])
  }

  @Test("two children alternate, three rotate")
  mutating func neighbours() {
    learn(Sample.snapshot(Sample.family(Sample.eva)))
    #expect(view.child(1) == nil, "there is no other")
    learn(Sample.snapshot(Sample.family(Sample.eva, Sample.ben)))
    #expect([-1, 1].map { view.child($0)?.name } == ["Ben", "Ben"])
    learn(Sample.snapshot(Sample.family(Sample.eva, Sample.ben, Sample.mia)))
    #expect([-4, -1, 1, 2, 5].map { view.child($0)?.name } == ["Mia", "Mia", "Ben", "Mia", "Mia"])
    learn(Sample.snapshot(ChangeSnapshot()))
    #expect(view.child(1) == nil, "nobody is")
  }

  // MARK: While the daemon is away, and after

  @Test("while the daemon is away, known data stays, as old as the disconnect, whatever the reason becomes")
  mutating func offline() {
    learn(Sample.snapshot(Sample.family()))
    learn(.lost(.disconnected), at: Self.now)
    learn(gone, at: Self.now + .minutes(5))
    #expect(view.reachability == .lost(.notRunning(socket: "/run/daemon.sock"), since: Self.now))
    #expect(view.loss == .notRunning(socket: "/run/daemon.sock"))
    #expect(view.dashboard == Sample.dashboard(of: Sample.eva))
  }

  @Test("a daemon that was never reached counts as lost from the first attempt")
  mutating func neverThere() {
    learn(gone)
    #expect(view.reachability == .lost(.notRunning(socket: "/run/daemon.sock"), since: Self.now))
    #expect(view.dashboard == nil)
  }

  @Test("after a reconnect, the snapshot counts, and errors that were resolved meanwhile are gone")
  mutating func resumption() throws {
    var before = Sample.family(Sample.eva, Sample.ben)
    before.banner = BannerSnapshot(unresolved: [Sample.error("The disk is full.")])
    before.reminders = .open(Sample.reminder)
    learn(Sample.snapshot(before), gone, Sample.snapshot(Sample.family(Sample.ben), seq: 50))
    #expect(view.reachability == .live && view.loss == nil)
    #expect(view.dashboard?.child.name == "Ben")
    #expect(view.children.map(\.child.name) == ["Ben"])
    #expect(view.errors.isEmpty && view.reminders.isEmpty)
    learn(gone, at: Self.now + .hours(1))
    #expect(view.reachability == .lost(.notRunning(socket: "/run/daemon.sock"), since: Self.now + .hours(1)))
  }

  @Test("the undoable change survives a disconnect, but not a gap in the events")
  mutating func gap() throws {
    learn(Sample.snapshot(Sample.family()))
    try learn(Sample.event(.banner, Sample.logged("Logged wet diaper")))
    learn(gone, Sample.snapshot(Sample.family(), seq: 50))
    #expect(view.undoable?.text == "Logged wet diaper")
    learn(Sample.snapshot(Sample.family(), seq: 900, isResync: true))
    #expect(view.undoable == nil)
  }

  // MARK: What was done and what went wrong

  @Test("undo applies to the last change, by any person, and never to an undone one or a late arrival")
  mutating func undo() throws {
    learn(Sample.snapshot(Sample.family()))
    try learn(Sample.event(.banner, Sample.logged("Logged wet diaper", id: "step.1")))
    try learn(Sample.event(.banner, Sample.logged("Logged\nleft breast", id: "step.2")))
    #expect(view.undoable == UndoableChange(id: "step.2", text: "Logged left breast"))
    let saved = BannerRecord(id: "queue.1", severity: .success, text: "Saved", action: .undo, isResolved: true)
    try learn(Sample.event(.banner, saved))
    #expect(view.undoable?.id == "step.2")
    try learn(Sample.event(.banner, BannerRecord(id: "step.3", severity: .success, text: "Undid: Logged feed")))
    #expect(view.undoable == nil)
  }

  @Test("a warning disappears, an error stays until it is resolved, a success is not a problem")
  mutating func trouble() throws {
    try learn(Sample.event(.banner, BannerRecord(id: "1", severity: .warning, text: "Saved here")))
    #expect(view.trouble(at: Self.now) == Trouble(text: "Saved here", isError: false, until: Self.now + .seconds(4)))
    #expect(view.trouble(at: Self.now + .seconds(4)) == nil)
    try learn(Sample.event(.banner, Sample.error("Couldn't sync", id: "2")))
    try learn(Sample.event(.banner, Sample.error("The disk is full.", id: "3")))
    let later = Self.now + .hours(5)
    #expect(view.trouble(at: later) == Trouble(text: "The disk is full.", isError: true, until: nil), "the latest")
    try learn(Sample.event(.banner, Sample.error("", id: "3", isResolved: true)))
    #expect(view.trouble(at: later)?.text == "Couldn't sync")
    // A later record of the same id takes the place of the one before.
    try learn(Sample.event(.banner, Sample.error("Retrying…", id: "2")))
    #expect(view.errors.map(\.text) == ["Retrying…"])
    try learn(Sample.event(.banner, BannerRecord(id: "2", severity: .success, text: "Saved", isResolved: true)))
    #expect(view.trouble(at: later) == nil)
  }

  @Test("the error of the user's own click takes precedence over a lasting error, for ten seconds")
  mutating func complaint() throws {
    try learn(Sample.event(.banner, Sample.error("The disk is full.")))
    view.complain("Eva is not sleeping.", at: Self.now)
    #expect(view.trouble(at: Self.now + .seconds(9))?.text == "Eva is not sleeping.")
    #expect(view.trouble(at: Self.now + .seconds(10))?.text == "The disk is full.")
  }

  // MARK: Without following

  @Test("single answers are applied as well")
  mutating func answers() {
    view.learn(Sample.dashboard(of: Sample.eva))
    #expect(view.reachability == .live)
    view.learn(AccountStatus.Answer(account: .init(state: .onboarding), connection: .init(state: .local)))
    #expect(view.connection?.state == .local)
    view.learn(ChildList.Answer(children: [Sample.record(Sample.eva, isCurrent: true), Sample.record(Sample.ben)]))
    #expect(view.child(1)?.name == "Ben")
    view.learn(nil)
    #expect(view.dashboard == nil && view.reachability == .live)
  }
}
