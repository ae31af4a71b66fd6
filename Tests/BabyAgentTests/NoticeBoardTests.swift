import BabyClient
import BabyModel
import BabyProtocol
import Systemd
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
}

@Suite("What a notification says")
struct BubbleTests {
  private func bubble(
    _ record: BannerRecord, others: Int = 0, abilities: Set<String> = ["body", "body-markup", "actions"]
  ) throws -> Bubble {
    var board = NoticeBoard()
    board.add(record, age: .zero, now: .zero)
    return Bubble(try #require(board.shown).notice, others: others, abilities: abilities)
  }

  @Test("what is so first, and then whom it is about and how many more there are; what went wrong has a glyph")
  func words() throws {
    let success = try bubble(Sample.success("Logged left breast"), others: 1)
    #expect(success.summary == "Logged left breast")
    #expect(success.body == "Eva · 1 more")
    #expect(success.buttons == [NoticeButton(.undo, on: Sample.success("Logged left breast"))])
    #expect(success.urgency == 1)
    #expect(success.timeoutMilliseconds == 10_000)
    let error = try bubble(Sample.error("The disk is full."), others: 2)
    #expect(error.summary == "✗ The disk is full.")
    #expect(error.body == "2 more")
    #expect(error.buttons == [])
    #expect(error.urgency == 2)
    #expect(error.timeoutMilliseconds == 0)
    let warning = try bubble(BannerRecord(id: "w", severity: .warning, text: "Please wait."))
    #expect(warning.summary == "⚠ Please wait." && warning.body == "")
    #expect(warning.timeoutMilliseconds == 4000)
  }

  @Test("a reminder in words that blame nobody, until it is over")
  func reminder() {
    let bubble = Bubble(
      Notice(Sample.reminder(.feeding), in: Sample.view()), others: 0, abilities: ["body", "actions"])
    #expect(bubble.summary == "Fed about 3 hours ago")
    #expect(bubble.body == "Eva")
    #expect(bubble.buttons.map(\.call.method) == ["feeding.log", "reminder.snooze"])
    #expect(bubble.urgency == 1)
    #expect(bubble.timeoutMilliseconds == 0)
  }

  @Test("a reminder's button says what it logs, and logs that")
  func reminderButtons() {
    func first(_ kind: ReminderKind, in view: FamilyView) -> NoticeButton? {
      NoticeButton.buttons(Sample.reminder(kind), in: view).first
    }
    let breast = first(.feeding, in: Sample.view())
    #expect(breast?.label == "Log right breast")
    let side = FeedingLog.Params(childID: "\(Sample.eva.id)", method: .breast, startedSide: .right)
    #expect(breast?.call == MethodCall(FeedingLog.self, side))
    let bottle = Sample.view { $0.lastFeeding = nil }
    #expect(first(.feeding, in: bottle)?.label == "Log bottle · 120 ml")
    #expect(first(.diaper, in: Sample.view())?.label == "Log wet diaper")
    #expect(first(.nap, in: Sample.view())?.label == "Start sleep")
    // Of a child whose day is not known here, the daemon fills in what is usual.
    let other = Sample.view(children: [Sample.ben, Sample.eva]) { $0.child = Sample.ben }
    #expect(first(.feeding, in: other)?.label == "Log feed")
    #expect(first(.feeding, in: other)?.call == MethodCall(FeedingLog.self, .init(childID: "\(Sample.eva.id)")))
  }

  @Test("that a medicine may be given again suggests no dose: nothing is logged by its buttons")
  func medicine() {
    let notice = Notice(Sample.reminder(.medicine), in: Sample.view())
    #expect(notice.text == "Tylenol may be given again")
    #expect(notice.buttons.map(\.label) == ["Dismiss", "Snooze"])
    #expect(notice.buttons.map(\.call.method) == ["reminder.dismiss", "reminder.snooze"])
  }

  @Test("a picture of what it is about, by its file, and the application's icon by its name")
  func pictures() throws {
    let theme = IconTheme(environment: ["HOME": "/home/anna b", "XDG_DATA_DIRS": "/usr/share"]) { _ in true }
    func hint(_ notice: Notice) -> BusValue? {
      let arguments = Bubble(notice, others: 0, abilities: ["body"]).request(theme).arguments
      #expect(arguments[2] == .string("babybasics"))
      guard case .dictionary(_, _, let hints) = arguments[6], case .variant(let hint)? = hints[.string("image-path")]
      else { return nil }
      return hint
    }
    func file(_ name: String) -> BusValue {
      .string("file:///home/anna%20b/.local/share/icons/hicolor/scalable/apps/\(name).svg")
    }
    #expect(hint(Notice(Sample.reminder(.feeding), in: Sample.view())) == file("babybasics-feed"))
    var diaper = Sample.success("Logged wet diaper")
    diaper.kind = .diaper
    #expect(hint(Notice(diaper, end: nil)) == file("babybasics-diaper"))
    #expect(hint(.failure("Nothing is running.", end: nil)) == file("babybasics"))
    let none = IconTheme(environment: [:]) { _ in false }
    #expect(Bubble(Notice(diaper, end: nil), others: 0, abilities: []).request(none).image == nil)
  }

  @Test("the same without buttons where the service has none, and on one line where it has no body")
  func abilities() throws {
    let record = Sample.success("Logged left breast")
    #expect(try bubble(record, abilities: ["body"]).body == bubble(record).body)
    #expect(try bubble(record, abilities: ["body"]).buttons == [])
    let bare = try bubble(record, others: 1, abilities: [])
    #expect(bare.summary == "Logged left breast · Eva · 1 more")
    #expect(bare.body == "")
  }

  @Test("nothing that anybody wrote as markup")
  func hostile() throws {
    var record = Sample.success("Logged " + Sample.hostile)
    record.child?.name = Sample.hostile
    let bubble = try bubble(record)
    #expect(bubble.summary == "Logged <b>Eva</b> & \"x\" 'y' _z_ %s `id`")
    #expect(bubble.body == "&lt;b&gt;Eva&lt;/b&gt; &amp; &quot;x&quot; &#39;y&#39; _z_ %s `id`")
  }
}
