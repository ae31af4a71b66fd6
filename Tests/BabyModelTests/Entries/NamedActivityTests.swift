import BabyModel
import Testing

@Suite("Activities with names")
struct NamedActivityTests {
  private let start = "2020-05-10T18:00:00-07:00"
  private let end = "2020-05-10T18:20:00-07:00"

  private func activity(
    _ name: String, _ start: String, to end: String? = nil, isMoment: Bool = false
  ) throws -> Entry { try .make(.activity(name), start, to: end, endUnknown: isMoment) }

  private func errors(_ entry: Entry) throws -> [FieldError] {
    let (child, now) = (try Child.make(), try at("2020-05-10T20:00:00-07:00"))
    do { try entry.validate(child: child, zone: .losAngeles, now: now) } catch { return error.fields }
    return []
  }

  @Test("a timer is its kind and, for an activity, its name: case, blanks and hyphens make no difference")
  func keys() {
    func key(_ name: String) -> TimerKey { TimerKey(.declared(.activity), name: name) }
    #expect(key("Music  Class") == key("music-class") && key("Bath") != key("walk"))
    #expect(Set([key("bath"), key("BATH"), key(" bath ")]).count == 1)
    #expect(TimerKey(.sleep) == .sleep && TimerKey.sleep != .tummyTime && key("") != .tummyTime)
    #expect(key("music class").title == "Music class" && key("IKEA").noun == "IKEA")
    #expect(TimerKey.tummyTime.title == "Tummy time" && TimerKey.tummyTime.noun == "tummy time")
  }

  @Test(
    "a caller's name finds the family's timer",
    arguments: [
      ("sleep", TimerKey.sleep), ("Nap", .sleep), ("tummy time", .tummyTime), ("Tummy", .tummyTime), ("feed", .feeding),
      ("bathtime", TimerKey(.declared(.activity), name: "bath")),
      ("Skin to Skin", TimerKey(.declared(.activity), name: "skin to skin")),
      (" Music class ", TimerKey(.declared(.activity), name: "music class")),
      ("bath toys", TimerKey(.declared(.activity), name: "bath toys")),
    ])
  func named(name: String, timer: TimerKey) { #expect(TimerKey(named: name) == timer) }

  @Test("stop and cancel alone mean the only running one; if there are several, they ask")
  func alone() {
    func reading(_ text: String, _ running: TimerKey...) -> PhraseReading {
      PhraseReading(text, in: PhraseContext(units: .milliliters, running: running))
    }
    let bath = TimerKey(.declared(.activity), name: "bath")
    let own = TimerKey(.declared(.activity), name: "music class")
    #expect(reading("stop", own) == .understood(Phrase(action: .stop(own))))
    #expect(
      reading("stop 10 min ago", .sleep) == .understood(Phrase(action: .stop(.sleep), time: .init(at: "10 min ago"))))
    #expect(reading("cancel", bath) == .understood(Phrase(action: .cancel(bath))))
    #expect(
      reading("stop", .sleep, .tummyTime, bath, own)
        == .unclear(["stop sleep", "stop tummy time", "stop bath", "stop \"music class\""]))
    #expect(reading("cancel", .feeding, bath) == .unclear(["cancel feed", "cancel bath"]))
    #expect(reading("start", bath) == .unclear(["sleep start", "feed start", "tummy start"]))
    #expect(reading("stop") == .unclear(["sleep stop", "feed stop", "tummy stop"]))
  }

  @Test("one runs, has ended, or was at one moment, whose end is not shown as unknown")
  func words() throws {
    let now = try at(end)
    let running = try activity("bath", start)
    #expect(running.isRunning && Words.started(running) == "Bath started")
    #expect(
      Words.running(running, now: now) == "Bath 20m" && Words.line(running, units: .milliliters) == "Bath, running")
    #expect(Words.runningSince(running.timer, "6:00 PM") == "Bath since 6:00 PM")
    let over = try activity("music class", start, to: end)
    #expect(Words.stopped(over) == "Music class ended · 20 min")
    #expect(Words.logged(over, units: .milliliters) == "Logged music class · 20 min")
    #expect(Words.line(over, units: .milliliters) == "Music class · 20 min")
    #expect(Words.deleted(over.timer) == "Deleted music class" && Words.cancelled(running.timer) == "Bath cancelled")
    #expect(Words.startedTwice(running.timer) == "Bath was started twice · the earlier start was kept")
    let moment = try activity("bath", start, isMoment: true)
    #expect(!moment.isRunning && Words.line(moment, units: .milliliters) == "Bath")
    #expect(Words.logged(moment, units: .milliliters) == "Logged bath")
    let again = try moment.duplicate(id: .two, now: now)
    #expect(again.start == now && again.endUnknown && again.end == nil)
    let time = TimeOfDay(hour: 18, minute: 0)
    #expect(
      Words.summary(over, at: time, units: .milliliters, format: .twelveHour)
        == "Music class · 20 min · 6:00 PM")
  }

  @Test("a name has one line of at most 40 characters, and nothing lasts for longer than a day")
  func limits() throws {
    let moment = try activity("bath", start, isMoment: true)
    #expect(try errors(moment) == [])
    #expect(try errors(activity(String(repeating: "é", count: 40), start, to: end)) == [])
    let long = try activity(String(repeating: "x", count: 41), start, to: end)
    #expect(try errors(long) == [FieldError("name", "must have at most 40 characters")])
    #expect(try errors(activity(" ", start)) == [FieldError("name", "must not be empty")])
    #expect(try errors(activity("a\u{202E}b", start)) == [FieldError("name", "must be one line of plain text")])
    #expect(throws: BabyError.entryInvalid([FieldError("name", "is missing")])) {
      try EntryContent(.declared(.activity), fields: FieldInputs())
    }
    let forgotten = BabyError.timerForgotten(
      TimerKey(.declared(.activity), name: "bath"), .one, since: try at(start), child: "Eva")
    let running = try activity("Bath", start)
    #expect(throws: forgotten) {
      try Timer.stop(
        running.timer, child: .make(), running: running, at: nil, now: at("2020-05-11T18:00:01-07:00"))
    }
  }

  @Test("two baths at once overlap, a bath and a walk do not")
  func overlap() throws {
    var entries = try ["bath", "walk", "Bath"].map { try activity($0, start, to: end) }
    for index in entries.indices { entries[index].id = EntryID(high: 1, low: UInt64(index)) }
    #expect(entries[0].overlaps(entries[2]) && !entries[0].overlaps(entries[1]))
    #expect(Overlap.all(in: entries) == [Overlap(earlier: entries[0], later: entries[2])])
  }

  @Test("every known activity is understood by each of its words, and offers a start")
  func known() {
    let context = PhraseContext(units: .milliliters)
    #expect(!KnownActivities.names.isEmpty)
    for name in KnownActivities.names {
      let timer = TimerKey(.declared(.activity), name: name)
      #expect(PhraseReading("start \(name)", in: context) == .understood(Phrase(action: .start(timer))), "\(name)")
      #expect(KnownActivities.begin(with: String(name.prefix { $0 != " " })), "\(name)")
    }
    #expect(!KnownActivities.begin(with: "sleep") && !KnownActivities.begin(with: "ba"))
  }

  @Test("a name that the family has used before needs no quotation marks")
  func usedBefore() {
    let context = PhraseContext(units: .milliliters, activities: ["Music class"])
    let timer = TimerKey(.declared(.activity), name: "music class")
    #expect(PhraseReading("start music class", in: context) == .understood(Phrase(action: .start(timer))))
    guard case .refused(.unknown) = PhraseReading("start music class", in: PhraseContext(units: .milliliters)) else {
      Issue.record("an unknown name was understood")
      return
    }
  }
}
