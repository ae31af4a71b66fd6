import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import BabyAgent

@Suite("Which notice is shown")
struct NoticeBoardTests {
  private static let start = Duration.seconds(1000)

  private func board(_ records: BannerRecord...) -> NoticeBoard {
    var board = NoticeBoard()
    for record in records { board.add(record, age: .zero, now: Self.start) }
    return board
  }

  private let warning = BannerRecord(id: "w", severity: .warning, text: "Too many requests. Please wait.")

  @Test("errors come before warnings, warnings before successes, and the rest is a count")
  func order() {
    var board = board(Sample.error("The disk is full."), warning, Sample.success("Logged wet diaper"))
    #expect(board.shown?.notice.text == "The disk is full.")
    #expect(board.shown?.others == 2)
    board.dismiss("store.full")
    #expect(board.shown?.notice.text == "Too many requests. Please wait.")
    #expect(board.shown?.others == 1)
    board.dismiss("w")
    #expect(board.shown?.notice.text == "Logged wet diaper")
    #expect(board.shown?.others == 0)
    board.dismiss("step.1")
    #expect(board.shown == nil)
  }

  @Test("a success is over after 10 seconds, a warning after 4, an error when it is resolved")
  func lifetimes() {
    var board = board(Sample.error("The disk is full."), warning, Sample.success("Logged wet diaper"))
    #expect(board.due == Self.start + .seconds(4))
    board.expire(at: Self.start + .seconds(4))
    #expect(board.shown?.others == 1)
    #expect(board.due == Self.start + .seconds(10))
    board.expire(at: Self.start + .seconds(10))
    #expect(board.shown?.others == 0)
    #expect(board.due == nil)
    board.expire(at: Self.start + .seconds(100_000))
    #expect(board.shown?.notice.id == "store.full")
    board.add(Sample.error("", isResolved: true), age: .zero, now: Self.start)
    #expect(board.shown == nil)
  }

  @Test("a new success takes the place of the one before, as undo would take back the new one")
  func latest() {
    let board = board(Sample.success("Logged left breast"), Sample.success("Logged wet diaper", id: "step.2"))
    #expect(board.shown?.notice.text == "Logged wet diaper")
    #expect(board.shown?.others == 0)
  }

  @Test("what was typed in a terminal is not shown, and ends what undo would not take back any more")
  func otherClients() {
    #expect(board(Sample.success("Logged left breast", client: "bbctl")).shown == nil)
    #expect(board(Sample.success("Logged left breast", client: nil)).shown == nil)
    #expect(board(Sample.success("Logged left breast", client: "bbbar")).shown != nil)
    // A key has run bbctl: nobody has read its answer.
    #expect(board(Sample.success("Logged left breast", client: "bbctl-key")).shown != nil)
    let both = board(
      Sample.success("Logged left breast"), Sample.success("Logged wet diaper", id: "step.2", client: "bbctl"))
    #expect(both.shown == nil)
  }

  @Test("what is told late is shown for what is left of its time")
  func late() {
    var board = NoticeBoard()
    board.add(Sample.success("Logged left breast"), age: .seconds(7), now: Self.start)
    #expect(board.due == Self.start + .seconds(3))
    board.add(Sample.success("Logged wet diaper", id: "step.2"), age: .seconds(3600), now: Self.start)
    #expect(board.shown == nil)
    // Somebody has set the clock back.
    board.add(Sample.success("Logged left breast", id: "step.3"), age: .seconds(-3600), now: Self.start)
    #expect(board.due == Self.start + .seconds(10))
  }

  @Test("an error that somebody has closed stays closed until it is resolved, also over a new connection")
  func dismissal() {
    var board = board(Sample.error("The disk is full."))
    board.dismiss("store.full")
    board.begin(with: [Sample.error("The disk is full.")])
    board.add(Sample.error("The disk is full."), age: .zero, now: Self.start)
    #expect(board.shown == nil)
    board.add(Sample.error("", isResolved: true), age: .zero, now: Self.start)
    board.add(Sample.error("The disk is full."), age: .zero, now: Self.start)
    #expect(board.shown != nil)
    board.dismiss("store.full")
    board.begin(with: [])
    board.begin(with: [Sample.error("The disk is full.")])
    #expect(board.shown != nil)
  }

  @Test("a retry that somebody asks for is told from the first word to the last, also after its button was pressed")
  func retrying() {
    func record(
      _ severity: BannerRecord.Severity, _ text: String, _ action: BannerRecord.Action? = nil,
      lifetime: Int? = nil, isResolved: Bool = false
    ) -> BannerRecord {
      .init(
        id: "queue.1", severity: severity, text: text, lifetimeSeconds: lifetime, action: action,
        entryID: Sample.breast.entry.id, isResolved: isResolved)
    }
    var board = board(record(.error, "Couldn't sync left breast · Retry", .retry))
    let button = board.shown?.notice.buttons.first
    #expect(button?.call == MethodCall(QueueRetry.self, .init(id: "\(Sample.breast.entry.id)")))
    board.dismiss("queue.1")
    board.add(record(.error, "Retrying…"), age: .zero, now: Self.start)
    #expect(board.shown?.notice.text == "Retrying…" && board.shown?.notice.buttons == [])
    let again = record(.error, "Still couldn't sync left breast · Retry", .retry)
    for _ in 1...2 {
      board.add(again, age: .zero, now: Self.start)
      #expect(board.shown?.notice.text == again.text && board.shown?.others == 0)
      board.dismiss("queue.1")
      board.add(record(.error, "Retrying…"), age: .zero, now: Self.start)
    }
    board.add(record(.success, "Saved", lifetime: 2, isResolved: true), age: .zero, now: Self.start)
    #expect(board.shown?.notice.text == "Saved")
    #expect(board.due == Self.start + .seconds(2))
  }

  @Test("errors that were resolved while nobody listened are gone, and those that are there come")
  func beginning() {
    var board = board(Sample.error("The disk is full."))
    board.begin(with: [Sample.error("The database is locked.", id: "store.locked")])
    #expect(board.shown?.notice.text == "The database is locked.")
    #expect(board.shown?.others == 0)
  }

  // MARK: Reminders

  @Test("reminders come after everything else, the latest first, and stay until they are over")
  func reminders() {
    var board = board(Sample.success("Logged wet diaper"))
    let (feed, drops) = (Sample.reminder(.feeding), Sample.reminder(.custom, told: "20:05"))
    board.remind(of: [drops, feed], in: Sample.view())
    #expect(board.shown?.notice.text == "Logged wet diaper")
    #expect(board.shown?.others == 2)
    board.expire(at: Self.start + .seconds(3600))
    #expect(board.shown?.notice.text == "Vitamin D")
    #expect(board.shown?.notice.buttons.map(\.label) == ["Done", "Snooze"])
    board.remind(of: [feed], in: Sample.view())
    #expect(board.shown?.notice.text == "Fed about 3 hours ago")
    #expect(board.shown?.notice.buttons.map(\.label) == ["Log right breast", "Snooze"])
    board.remind(of: [], in: Sample.view())
    #expect(board.shown == nil)
  }

  @Test("a reminder that somebody has closed stays closed, until it is told again after a snooze")
  func closedReminder() {
    var board = NoticeBoard()
    let feed = Sample.reminder(.feeding)
    board.remind(of: [feed], in: Sample.view())
    board.dismiss(board.shown?.notice.id ?? "")
    board.remind(of: [feed], in: Sample.view())
    board.begin(with: [])
    board.remind(of: [feed], in: Sample.view())
    #expect(board.shown == nil)
    board.remind(of: [], in: Sample.view())
    board.remind(of: [Sample.reminder(.feeding, told: "20:30")], in: Sample.view())
    #expect(board.shown != nil)
  }

  @Test("a forgotten sleep can be put off, and nothing is logged by a button")
  func forgottenSleep() {
    var board = NoticeBoard()
    board.remind(of: [Sample.reminder(.sleep)], in: Sample.view())
    #expect(board.shown?.notice.buttons.map(\.call.method) == ["reminder.snooze"])
  }

  @Test("a click that did nothing is told for 10 seconds, once, and not beside the daemon's own words")
  func failure() {
    var board = NoticeBoard()
    board.fail("The sleep has ended already.", now: Self.start)
    board.fail("The disk is full.", now: Self.start)
    #expect(board.shown?.notice.text == "The disk is full.")
    #expect(board.shown?.others == 0)
    #expect(board.due == Self.start + .seconds(10))
    board.add(Sample.error("The disk is full."), age: .zero, now: Self.start)
    #expect(board.shown?.others == 0)
    #expect(board.due == nil)
    board.fail("The disk is full.", now: Self.start)
    #expect(board.shown?.others == 0)
  }

  @Test("what a click failed with stays for its time when the daemon is connected anew, whose errors it is not among")
  func ownFailure() {
    var board = NoticeBoard()
    board.fail("The sleep has ended already.", now: Self.start)
    board.begin(with: [])
    #expect(board.shown?.notice.text == "The sleep has ended already.")
    #expect(board.due == Self.start + .seconds(10))
  }
}
