import BabyModel
import BabyProtocol
import Testing

@Suite("A confirmed link about a timer")
struct LinkCallTests {
  private static let start = Instant(milliseconds: 1_605_988_800_000)

  /// What the rehearsal of a phrase has shown.
  private func confirmed(
    _ phrase: String, _ content: EntryContent? = nil, end: Instant? = nil, note: String? = nil, changed: Bool = false,
    isDeleted: Bool = false
  ) throws -> String? {
    let changedAt = changed || isDeleted ? Self.start + .minutes(5) : Self.start
    let entry = Entry(
      id: EntryID(high: 1, low: 1), childID: ChildID(high: 1, low: 2), content: try content ?? .activity("bath"),
      start: Self.start, end: end, note: note, createdAt: Self.start, updatedAt: changedAt,
      deletedAt: isDeleted ? changedAt : nil)
    let answer = EntryAnswer(
      entry: EntryRecord(entry, startLocal: "START", endLocal: end.map { _ in "END" }),
      child: ChildReference(id: entry.childID, name: "Eva"), timeFormat: .twelveHour, message: "", seq: 1)
    return Link.say(phrase).confirmed(as: answer).map { $0.method + " " + String(decoding: $0.params, as: UTF8.self) }
  }

  private let child = "\(ChildID(high: 1, low: 2))"
  private let id = "\(EntryID(high: 1, low: 1))"

  @Test("starts, logs or ends it as shown")
  func activity() throws {
    #expect(
      try confirmed("start bath")
        == #"timer.start {"childId":"\#(child)","kind":"activity","name":"bath","at":"START","id":"\#(id)"}"#)
    #expect(
      try confirmed("bath 20m", end: Self.start + .minutes(20))
        == #"entry.log {"childId":"\#(child)","kind":"activity","name":"bath","id":"\#(id)","from":"START","to":"END"}"#
    )
    #expect(
      try confirmed("stop bath", end: Self.start + .minutes(20), changed: true)
        == #"timer.stop {"childId":"\#(child)","kind":"activity","name":"bath","at":"END","ifRunning":"\#(id)"}"#)
  }

  @Test(
    "ends it with the note that was shown, and only while it is the one that was shown",
    arguments: [("feeding", EntryContent.feeding(Feeding(method: .breast, startedSide: .left))), ("sleep", .sleep)])
  func noted(kind: String, content: EntryContent) throws {
    let end = Self.start + .minutes(20)
    #expect(
      try confirmed("done", content, end: end, note: "fussy", changed: true)
        == #"timer.stop {"childId":"\#(child)","kind":"\#(kind)","at":"END","note":"fussy","ifRunning":"\#(id)"}"#)
    #expect(
      try confirmed("done", content, end: end, changed: true)
        == #"timer.stop {"childId":"\#(child)","kind":"\#(kind)","at":"END","ifRunning":"\#(id)"}"#)
  }

  @Test("discards it, and does not end it")
  func cancelled() throws {
    #expect(try confirmed("cancel bath", isDeleted: true) == #"phrase.log {"text":"cancel bath"}"#)
  }
}
