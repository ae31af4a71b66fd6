import BabyClient
import BabyModel
import BabyProtocol
import Systemd
import Testing

@testable import bbagent

@Suite("Content of a notification")
struct NotificationContentTests {
  private func content(
    _ record: BannerRecord, others: Int = 0, abilities: Set<String> = ["body", "body-markup", "actions"]
  ) throws -> NotificationContent {
    var notices = ActiveNotices()
    notices.add(record, age: .zero, now: .zero)
    return NotificationContent(try #require(notices.shown).notice, others: others, abilities: abilities)
  }

  @Test("shows the fact first, then the child and the number of other notices; errors have a sign")
  func words() throws {
    let success = try content(AgentSample.success("Logged left breast"), others: 1)
    #expect(success.summary == "Logged left breast")
    #expect(success.body == "Eva · 1 more")
    #expect(success.buttons == [NoticeButton(.undo, on: AgentSample.success("Logged left breast"))])
    #expect(success.urgency == 1)
    #expect(success.timeoutMilliseconds == 10_000)
    let error = try content(Sample.error("The disk is full."), others: 2)
    #expect(error.summary == "✗ The disk is full.")
    #expect(error.body == "2 more")
    #expect(error.buttons == [])
    #expect(error.urgency == 2)
    #expect(error.timeoutMilliseconds == 0)
    let warning = try content(BannerRecord(id: "w", severity: .warning, text: "Please wait."))
    #expect(warning.summary == "⚠ Please wait." && warning.body == "")
    #expect(warning.timeoutMilliseconds == 4000)
  }

  @Test("a reminder blames no one and stays until it is over")
  func reminder() {
    let content = NotificationContent(
      Notice(AgentSample.reminder(.feeding), in: AgentSample.view()), others: 0, abilities: ["body", "actions"])
    #expect(content.summary == "Fed about 3 hours ago")
    #expect(content.body == "Eva")
    #expect(content.buttons.map(\.call.method) == ["entry.log", "reminder.snooze"])
    #expect(content.urgency == 1)
    #expect(content.timeoutMilliseconds == 0)
  }

  @Test("a reminder's button names what it logs, and logs that")
  func reminderButtons() {
    func first(_ kind: ReminderKind, in view: FamilyView) -> NoticeButton? {
      NoticeButton.buttons(AgentSample.reminder(kind), in: view).first
    }
    let breast = first(.feeding, in: AgentSample.view())
    #expect(breast?.label == "Log right breast")
    let side = EntryLog.Params(childID: "\(Sample.eva.id)", entry: .feeding(method: .breast, startedSide: .right))
    #expect(breast?.call == MethodCall(EntryLog.self, side))
    let bottle = AgentSample.view { $0.lastFeeding = nil }
    #expect(first(.feeding, in: bottle)?.label == "Log bottle · 120 ml")
    #expect(first(.diaper, in: AgentSample.view())?.label == "Log wet diaper")
    #expect(first(.nap, in: AgentSample.view())?.label == "Start sleep")
    // Of a child whose day is not known here, the daemon fills in what is usual.
    let other = AgentSample.view(children: [Sample.ben, Sample.eva]) { $0.child = Sample.ben }
    #expect(first(.feeding, in: other)?.label == "Log feed")
    #expect(
      first(.feeding, in: other)?.call
        == MethodCall(EntryLog.self, .init(childID: "\(Sample.eva.id)", entry: .feeding())))
  }

  @Test("a notice that a medicine may be given again suggests no dose: its buttons log nothing")
  func medicine() {
    let notice = Notice(AgentSample.reminder(.medicine), in: AgentSample.view())
    #expect(notice.text == "Tylenol may be given again")
    #expect(notice.buttons.map(\.label) == ["Dismiss", "Snooze"])
    #expect(notice.buttons.map(\.call.method) == ["reminder.dismiss", "reminder.snooze"])
  }

  @Test("has a picture of the subject, by its file, and the application's icon by its name")
  func pictures() throws {
    let theme = IconTheme(environment: ["HOME": "/home/anna b", "XDG_DATA_DIRS": "/usr/share"]) { _ in true }
    func hint(_ notice: Notice) -> BusValue? {
      let arguments = NotificationContent(notice, others: 0, abilities: ["body"]).request(theme).arguments
      #expect(arguments[2] == .string("babybasics"))
      guard case .dictionary(_, _, let hints) = arguments[6], case .variant(let hint)? = hints[.string("image-path")]
      else { return nil }
      return hint
    }
    func file(_ name: String) -> BusValue {
      .string("file:///home/anna%20b/.local/share/icons/hicolor/scalable/apps/\(name).svg")
    }
    #expect(hint(Notice(AgentSample.reminder(.feeding), in: AgentSample.view())) == file("babybasics-feed"))
    var diaper = AgentSample.success("Logged wet diaper")
    diaper.kind = .diaper
    #expect(hint(Notice(diaper, end: nil)) == file("babybasics-diaper"))
    #expect(hint(.failure("Nothing is running.", end: nil)) == file("babybasics"))
    let none = IconTheme(environment: [:]) { _ in false }
    #expect(NotificationContent(Notice(diaper, end: nil), others: 0, abilities: []).request(none).image == nil)
  }

  @Test("has no buttons if the service has none, and one line if it has no body")
  func abilities() throws {
    let record = AgentSample.success("Logged left breast")
    #expect(try content(record, abilities: ["body"]).body == content(record).body)
    #expect(try content(record, abilities: ["body"]).buttons == [])
    let bare = try content(record, others: 1, abilities: [])
    #expect(bare.summary == "Logged left breast · Eva · 1 more")
    #expect(bare.body == "")
  }

  @Test("contains no user text as markup")
  func hostile() throws {
    var record = AgentSample.success("Logged " + AgentSample.hostile)
    record.child?.name = AgentSample.hostile
    let content = try content(record)
    #expect(content.summary == "Logged <b>Eva</b> & \"x\" 'y' _z_ %s `id`")
    #expect(content.body == "&lt;b&gt;Eva&lt;/b&gt; &amp; &quot;x&quot; &#39;y&#39; _z_ %s `id`")
  }
}
