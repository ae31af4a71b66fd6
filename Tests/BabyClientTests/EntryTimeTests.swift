import BabyClient
import BabyModel
import BabyProtocol
import Testing

@Suite("The time of an entry in lists and answers")
struct EntryTimeTests {
  private let now = Sample.at("20:30")

  private func record(_ content: EntryContent, _ start: String, end: String? = nil) throws -> EntryRecord {
    let instant = try #require(Instant(rfc3339: start))
    let entry = Entry(
      id: Sample.identifier(1), childID: Sample.eva.id, content: content, start: instant,
      end: end.flatMap { Instant(rfc3339: $0) }, createdAt: instant, updatedAt: instant)
    return EntryRecord(entry, startLocal: start, endLocal: end)
  }

  private let vaccine = EntryContent.declared(.vaccine, [.text("MMR"), nil, nil])

  @Test(
    "An entry of a whole day shows its day, and never the noon that represents it",
    arguments: [
      ("2026-11-14T12:00:00.000+01:00", "today"), ("2026-11-13T12:00:00.000-08:00", "yesterday"),
      ("2026-11-10T12:00:00.000Z", "Tue, Nov 10"),
    ])
  func ofDay(start: String, words: String) throws {
    let record = try record(vaccine, start)
    #expect(record.isOfDay)
    #expect(record.span(.twelveHour, now: now) == words)
    #expect(record.clockSpan(.twentyFourHour, now: now) == "")
  }

  @Test("An explicit time is shown, including noon if the kind has no whole days")
  func ofTime() throws {
    #expect(try record(vaccine, "2026-11-13T12:01:00.000Z").span(.twelveHour, now: now) == "yesterday 12:01 PM")
    #expect(try record(vaccine, "2026-11-14T12:00:00.001Z").clockSpan(.twentyFourHour, now: now) == "12:00")
    #expect(try record(.diaper(.wet), "2026-11-14T12:00:00.000Z").span(.twentyFourHour, now: now) == "12:00")
    let sleep = try record(.sleep, "2026-11-14T12:00:00.000Z", end: "2026-11-14T12:30:00.000Z")
    #expect(sleep.span(.twelveHour, now: now) == "12:00–12:30 PM")
  }
}
