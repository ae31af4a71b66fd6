import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import bbagent

@Suite("Choice of the notice to show")
struct ActiveNoticesTests {
  private static let start = Duration.seconds(1000)

  private func notices(_ records: BannerRecord...) -> ActiveNotices {
    var notices = ActiveNotices()
    for record in records { notices.add(record, age: .zero, now: Self.start) }
    return notices
  }

  private let warning = BannerRecord(id: "w", severity: .warning, text: "Too many requests. Please wait.")

  @Test("errors come before warnings and warnings before successes; the rest is counted")
  func order() {
    var notices = notices(Sample.error("The disk is full."), warning, AgentSample.success("Logged wet diaper"))
    #expect(notices.shown?.notice.text == "The disk is full.")
    #expect(notices.shown?.others == 2)
    notices.dismiss("store.full")
    #expect(notices.shown?.notice.text == "Too many requests. Please wait.")
    #expect(notices.shown?.others == 1)
    notices.dismiss("w")
    #expect(notices.shown?.notice.text == "Logged wet diaper")
    #expect(notices.shown?.others == 0)
    notices.dismiss("step.1")
    #expect(notices.shown == nil)
  }

  @Test("a success disappears after 10 seconds, a warning after 4, an error when it is resolved")
  func lifetimes() {
    var notices = notices(Sample.error("The disk is full."), warning, AgentSample.success("Logged wet diaper"))
    #expect(notices.due == Self.start + .seconds(4))
    notices.expire(at: Self.start + .seconds(4))
    #expect(notices.shown?.others == 1)
    #expect(notices.due == Self.start + .seconds(10))
    notices.expire(at: Self.start + .seconds(10))
    #expect(notices.shown?.others == 0)
    #expect(notices.due == nil)
    notices.expire(at: Self.start + .seconds(100_000))
    #expect(notices.shown?.notice.id == "store.full")
    notices.add(Sample.error("", isResolved: true), age: .zero, now: Self.start)
    #expect(notices.shown == nil)
  }

  @Test("a new success replaces the previous one, because undo applies to the new one")
  func latest() {
    let notices = notices(
      AgentSample.success("Logged left breast"), AgentSample.success("Logged wet diaper", id: "step.2"))
    #expect(notices.shown?.notice.text == "Logged wet diaper")
    #expect(notices.shown?.others == 0)
  }

  @Test("an entry from a terminal is not shown, and removes the notice whose undo it replaces")
  func otherClients() {
    #expect(notices(AgentSample.success("Logged left breast", client: "bbctl")).shown == nil)
    #expect(notices(AgentSample.success("Logged left breast", client: nil)).shown == nil)
    #expect(notices(AgentSample.success("Logged left breast", client: "bbbar")).shown != nil)
    // A key binding has run bbctl: its output was not read.
    #expect(notices(AgentSample.success("Logged left breast", client: "bbctl-key")).shown != nil)
    let both = notices(
      AgentSample.success("Logged left breast"), AgentSample.success("Logged wet diaper", id: "step.2", client: "bbctl")
    )
    #expect(both.shown == nil)
  }

  @Test("a late notice is shown for the rest of its time")
  func late() {
    var notices = ActiveNotices()
    notices.add(AgentSample.success("Logged left breast"), age: .seconds(7), now: Self.start)
    #expect(notices.due == Self.start + .seconds(3))
    notices.add(AgentSample.success("Logged wet diaper", id: "step.2"), age: .seconds(3600), now: Self.start)
    #expect(notices.shown == nil)
    // The clock was set back.
    notices.add(AgentSample.success("Logged left breast", id: "step.3"), age: .seconds(-3600), now: Self.start)
    #expect(notices.due == Self.start + .seconds(10))
  }

  @Test("a closed error stays closed until it is resolved, also over a new connection")
  func dismissal() {
    var notices = notices(Sample.error("The disk is full."))
    notices.dismiss("store.full")
    notices.begin(with: [Sample.error("The disk is full.")])
    notices.add(Sample.error("The disk is full."), age: .zero, now: Self.start)
    #expect(notices.shown == nil)
    notices.add(Sample.error("", isResolved: true), age: .zero, now: Self.start)
    notices.add(Sample.error("The disk is full."), age: .zero, now: Self.start)
    #expect(notices.shown != nil)
    notices.dismiss("store.full")
    notices.begin(with: [])
    notices.begin(with: [Sample.error("The disk is full.")])
    #expect(notices.shown != nil)
  }

  @Test("a requested retry is shown from start to end, also after its button was pressed")
  func retrying() {
    func record(
      _ severity: BannerRecord.Severity, _ text: String, _ action: BannerRecord.Action? = nil,
      lifetime: Int? = nil, isResolved: Bool = false
    ) -> BannerRecord {
      .init(
        id: "queue.1", severity: severity, text: text, lifetimeSeconds: lifetime, action: action,
        entryID: AgentSample.breast.entry.id, isResolved: isResolved)
    }
    var notices = notices(record(.error, "Couldn't sync left breast · Retry", .retry))
    let button = notices.shown?.notice.buttons.first
    #expect(button?.call == MethodCall(QueueRetry.self, .init(id: "\(AgentSample.breast.entry.id)")))
    notices.dismiss("queue.1")
    notices.add(record(.error, "Retrying…"), age: .zero, now: Self.start)
    #expect(notices.shown?.notice.text == "Retrying…" && notices.shown?.notice.buttons == [])
    let again = record(.error, "Still couldn't sync left breast · Retry", .retry)
    for _ in 1...2 {
      notices.add(again, age: .zero, now: Self.start)
      #expect(notices.shown?.notice.text == again.text && notices.shown?.others == 0)
      notices.dismiss("queue.1")
      notices.add(record(.error, "Retrying…"), age: .zero, now: Self.start)
    }
    notices.add(record(.success, "Saved", lifetime: 2, isResolved: true), age: .zero, now: Self.start)
    #expect(notices.shown?.notice.text == "Saved")
    #expect(notices.due == Self.start + .seconds(2))
  }

  @Test("after a disconnect, resolved errors are gone and current ones appear")
  func beginning() {
    var notices = notices(Sample.error("The disk is full."))
    notices.begin(with: [Sample.error("The database is locked.", id: "store.locked")])
    #expect(notices.shown?.notice.text == "The database is locked.")
    #expect(notices.shown?.others == 0)
  }

  // MARK: Reminders

  @Test("reminders come after everything else, the latest first, and stay until they are over")
  func reminders() {
    var notices = notices(AgentSample.success("Logged wet diaper"))
    let (feed, drops) = (AgentSample.reminder(.feeding), AgentSample.reminder(.custom, told: "20:05"))
    notices.remind(of: [drops, feed], in: AgentSample.view())
    #expect(notices.shown?.notice.text == "Logged wet diaper")
    #expect(notices.shown?.others == 2)
    notices.expire(at: Self.start + .seconds(3600))
    #expect(notices.shown?.notice.text == "Vitamin D")
    #expect(notices.shown?.notice.buttons.map(\.label) == ["Done", "Snooze"])
    notices.remind(of: [feed], in: AgentSample.view())
    #expect(notices.shown?.notice.text == "Fed about 3 hours ago")
    #expect(notices.shown?.notice.buttons.map(\.label) == ["Log right breast", "Snooze"])
    notices.remind(of: [], in: AgentSample.view())
    #expect(notices.shown == nil)
  }

  @Test("a closed reminder stays closed until it is sent again after a snooze")
  func closedReminder() {
    var notices = ActiveNotices()
    let feed = AgentSample.reminder(.feeding)
    notices.remind(of: [feed], in: AgentSample.view())
    notices.dismiss(notices.shown?.notice.id ?? "")
    notices.remind(of: [feed], in: AgentSample.view())
    notices.begin(with: [])
    notices.remind(of: [feed], in: AgentSample.view())
    #expect(notices.shown == nil)
    notices.remind(of: [], in: AgentSample.view())
    notices.remind(of: [AgentSample.reminder(.feeding, told: "20:30")], in: AgentSample.view())
    #expect(notices.shown != nil)
  }

  @Test("a reminder about a forgotten sleep can be snoozed, and its buttons log nothing")
  func forgottenSleep() {
    var notices = ActiveNotices()
    notices.remind(of: [AgentSample.reminder(.sleep)], in: AgentSample.view())
    #expect(notices.shown?.notice.buttons.map(\.call.method) == ["reminder.snooze"])
  }

  @Test("a click without effect is reported once for 10 seconds, and not beside the daemon's own message")
  func failure() {
    var notices = ActiveNotices()
    notices.fail("The sleep has ended already.", now: Self.start)
    notices.fail("The disk is full.", now: Self.start)
    #expect(notices.shown?.notice.text == "The disk is full.")
    #expect(notices.shown?.others == 0)
    #expect(notices.due == Self.start + .seconds(10))
    notices.add(Sample.error("The disk is full."), age: .zero, now: Self.start)
    #expect(notices.shown?.others == 0)
    #expect(notices.due == nil)
    notices.fail("The disk is full.", now: Self.start)
    #expect(notices.shown?.others == 0)
  }

  @Test("the error of a failed click stays for its time after a reconnect, although the daemon does not list it")
  func ownFailure() {
    var notices = ActiveNotices()
    notices.fail("The sleep has ended already.", now: Self.start)
    notices.begin(with: [])
    #expect(notices.shown?.notice.text == "The sleep has ended already.")
    #expect(notices.due == Self.start + .seconds(10))
  }
}
