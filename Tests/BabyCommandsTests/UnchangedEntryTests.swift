import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("An edit that changes nothing")
struct UnchangedEntryTests {
  @Test("is answered in one line, without the way back: undo would take back something else")
  func page() {
    let now = Sample.at("2026-11-15T06:00:00Z")
    let record = Sample.leftBreast
    let before = EntryGet.Answer(entry: record, child: Sample.child, timeFormat: .twelveHour)
    func text(_ after: EntryRecord, _ message: String) -> String {
      let answer = EntryAnswer(
        entry: after, child: Sample.child, timeFormat: .twelveHour, message: message, seq: 1)
      return Renderer.text(.change(from: before, to: answer, now: now))
    }
    #expect(text(record, "Nothing changed") == "Nothing changed · Eva\n")
    var edited = record
    edited.entry.note = "spat up"
    #expect(text(edited, "Updated left breast").contains("undo: bbctl undo"))
  }
}
