import BabyModel
import Testing

@testable import BabyImport

extension BabyConnectTests {
  @Test("of a bath or another activity is one of that name, with or without a duration")
  func activities() throws {
    let bath = try entry("7/26/20 6:00 PM,7/26/20 6:20 PM,20,Bath,,,Eva had a bath (20m),warm,A")
    #expect(bath.content == (try .activity("bath")))
    #expect(bath.duration == .minutes(20) && bath.note == "warm")
    let duck = try entry("7/26/20 6:00 PM,,,Bath,,,Eva had a bath with her duck,,A")
    #expect(duck.endUnknown && duck.note == "Eva had a bath with her duck")
    let reading = try entry("7/26/20 6:00 PM,7/26/20 6:00 PM,,Activity,,,Eva is doing Baby Yoga,,A")
    #expect(reading.content == (try .activity("baby yoga")))
    #expect(reading.end == nil && reading.endUnknown && !reading.isRunning)
  }

  @Test(
    "of another activity, or without readable data, is a note of the matching category",
    arguments: [
      ("Doctor Visit,,,Doctor,All good", NoteCategory.health, "Doctor · 60m · All good", "Doctor Visit"),
      ("Mood,,,,", .general, "Mood · 60m", "Mood"),
      ("Something new,,,Eva did it,", .general, "Something new · Eva did it · 60m", "Other"),
      ("Weight,20,stone,Eva's weight: 20 stone,", .growth, "Eva's weight: 20 stone · 60m", "Weight"),
      ("Weight,900,kg,Eva's weight: 900 kg,", .growth, "Eva's weight: 900 kg · 60m", "Weight"),
      ("Temperature,,,Eva had a fever,", .health, "Eva had a fever · 60m", "Temperature"),
      ("Medicine,2,ml,Tropfen,", .medicine, "Tropfen · 2 · ml · 60m", "Medicine"),
      ("Vaccine,,,Eva had a vaccine,", .medicine, "Eva had a vaccine · 60m", "Vaccine"),
      ("Solid,,,Brei,", .food, "Brei · 60m", "Solid"),
      ("Solid,,,Eva ate Food: 5 tsp (21m),", .food, "Eva ate Food: 5 tsp (21m)", "Solid"),
      ("Milestone,,,,", .milestone, "Milestone · 60m", "Milestone"),
      (
        "Activity,,,Eva is doing something with a name for which there is no room,", .general,
        "Eva is doing something with a name for which there is no room · 60m", "Activity"
      ),
    ])
  func keptAsNotes(columns: String, category: NoteCategory, text: String, activity: String) throws {
    let result = try importing(rows: "7/26/20 10:40 AM,7/26/20 11:40 AM,60,\(columns),A")
    let note = try #require(result.entries.first)
    #expect(note.content == .note(category))
    #expect(note.note == text)
    #expect(note.end == nil)
    #expect(result.summary.keptAsNotes == [activity: 1])
  }

  @Test("of a bath that ends before it begins stays a note")
  func impossibleBath() throws {
    let result = try importing(rows: "7/26/20 6:00 PM,7/26/20 5:20 PM,,Bath,,,Eva had a bath,,A")
    #expect(result.entries.map(\.content) == [.note(.general)])
    #expect(result.summary.keptAsNotes == ["Bath": 1])
  }

  @Test(
    "that is unreadable is refused with its line and the reason, never with its content",
    arguments: [
      ("12/12/20 7:47 PM,,,Sleep,,,secret,,A,more", "has 10 fields instead of 9"),
      ("13/12/20 7:47 PM,,,Sleep,,,,,A", "has a value that cannot be read in the column “Date and Time”"),
      ("2/30/20 7:47 PM,,,Sleep,,,,,A", "has a value that cannot be read in the column “Date and Time”"),
      ("12/12/20 0:47 PM,,,Sleep,,,,,A", "has a value that cannot be read in the column “Date and Time”"),
      ("12/12/20 24:47,,,Sleep,,,,,A", "has a value that cannot be read in the column “Date and Time”"),
      (",,,Sleep,,,,,A", "has a value that cannot be read in the column “Date and Time”"),
      ("12/12/20 7:47 PM,soon,,Sleep,,,,,A", "has a value that cannot be read in the column “End Time”"),
      ("12/12/20 7:47 PM,,-5,Sleep,,,,,A", "has a value that cannot be read in the column “Duration (min)”"),
      ("12/12/20 7:47 PM,,123456,Sleep,,,,,A", "has a value that cannot be read in the column “Duration (min)”"),
      ("12/12/20 7:47 PM,,,,,,,,A", "has a value that cannot be read in the column “Activity”"),
      ("12/12/20 7:47 PM,,,Sleep,,,\"secret\"s,,A", "has a quotation mark in the wrong place"),
    ])
  func unreadable(row: String, reason: String) throws {
    let result = try importing(rows: row)
    #expect(result.entries == [])
    #expect(result.summary.rows == 1)
    #expect(result.summary.badRowCount == 1)
    #expect(result.summary.badRows == [ImportRemark(line: 2, reason: reason)])
  }

  @Test(
    "that breaks a rule of its kind is refused",
    arguments: [
      ("12/12/20 7:47 PM,12/12/20 7:46 PM,1,Sleep,,,,,A", "end must not be before the start"),
      ("12/10/20 7:47 PM,12/11/20 7:48 PM,1441,Sleep,,,,,A", "end must be at most 24 hours after the start"),
      ("12/12/20 7:47 PM,12/12/20 9:48 PM,121,Activity,,,tummy time,,A", "end must be at most 2 hours after the start"),
      ("12/12/20 7:47 PM,,,Bottle,17,,Eva drank 17 oz of formula,,A", "amount must be at most 16.9 oz"),
      ("12/12/20 7:47 PM,,,Bottle,0,,Eva drank 0 oz of formula,,A", "amount must be more than 0"),
      ("12/31/20 4:06 PM,,,Bottle,4,,Eva drank 4 oz of formula,,A", "start must not be in the future"),
    ])
  func brokenRules(row: String, reason: String) throws {
    let result = try importing(rows: row)
    #expect(result.entries == [])
    #expect(result.summary.badRows == [ImportRemark(line: 2, reason: reason)])
  }
}
