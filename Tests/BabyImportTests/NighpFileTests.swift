import BabyModel
import Testing

@testable import BabyImport

/// Files as a whole; what is in each table stands in `NighpTests`.
@Suite("Baby Tracker's files")
struct NighpFileTests {
  @Test(
    "are dated as the phone is: the files together determine the order",
    arguments: [
      ("1/2/20, 19:54", "13/2/20, 07:00", "2020-02-02T03:54:00Z"),
      ("2/1/20, 7:54 PM", "2/13/20, 7:00 AM", "2020-02-02T03:54:00Z"),
      ("1.2.2020, 19:54", "13.2.2020, 07:00", "2020-02-02T03:54:00Z"),
      ("2020-02-01, 19:54", "2020-02-13, 07:00", "2020-02-02T03:54:00Z"),
    ])
  func dates(time: String, other: String, start: String) throws {
    let result = try importingNighp(
      ["Baby,Time,Duration (min),Note\nEva,\"\(time)\",30,", "Baby,Time,Status,Note\nEva,\"\(other)\",Wet,"],
      choices: ImportChoices())
    #expect(result.decisions.questions == [])
    #expect(result.entries.first?.start == instant(start))
  }

  @Test("with an ambiguous order of dates lead to a question")
  func unknownOrder() throws {
    let result = try importingNighp(
      ["Baby,Time,Status,Note\nEva,\"1/2/20, 19:54\",Wet,"], choices: ImportChoices())
    #expect(result.decisions.questions.map(\.option) == ["date-order"])
  }

  @Test("about another child are refused, row by row")
  func children() throws {
    let result = try importingNighp(
      ["Baby,Time,Status,Note\nEva,\"1/2/20, 19:54\",Wet,\nTom,\"1/2/20, 19:54\",Wet,"],
      choices: ImportChoices(dateOrder: .monthDay, child: ImportTarget(child: eva, zone: losAngeles)))
    #expect(result.entries.map(\.content) == [.diaper(.wet)])
    #expect(result.summary.badRows == [ImportRemark(line: 3, reason: "is about another child")])
  }

  /// On the night of 1 November 2020 clocks went from 2 back to 1, on that of 8 March from 2 to 3.
  @Test("have real durations on nights when clocks change")
  func clocks() throws {
    let result = try importingNighp([
      """
      Baby,Time,Duration(minutes),Note
      Eva,"10/31/20, 20:02",356
      Eva,"3/7/20, 22:56",479
      """
    ])
    #expect(result.entries.map(\.duration) == [.minutes(356), .minutes(479)])
    #expect(result.entries[0].end == instant("2020-11-01T08:58:00Z"))
    #expect(result.entries[1].end == instant("2020-03-08T14:55:00Z"))
    #expect(result.summary.flags == [:])
    let twice = try importingNighp(["Baby,Time,Duration(minutes),Note\nEva,\"11/1/20, 1:30\",30"])
    #expect(twice.entries.map(\.duration) == [.minutes(30)])
    #expect(twice.summary.flags == [.ambiguousTime: 1])
  }

  @Test("have the same entries in a second run, a longer export, another time format, and after a correction")
  func again() throws {
    let header = "Baby,Time,Start Side,Left duration (min),Right duration (min),Total Duration (min),Note\n"
    let first = try nighpEntries(header + "Eva,\"4/29/20, 19:29\",Left,36,8,44\nEva,\"4/28/20, 19:29\",Left,3,,3")
    let longer = try nighpEntries(
      header
        + "Eva,\"4/30/20, 7:29 PM\",Left,1,,1\nEva,\"4/29/20, 7:29 PM\",Right,9,8,17,mended\nEva,\"4/28/20, 7:29 PM\",Left,3,,3"
    )
    #expect(longer.dropFirst().map(\.id) == first.map(\.id))
    #expect(Set(longer.map(\.id)).count == 3)
    #expect(longer[1].note == "mended")
  }

  @Test("with an unreadable row lose no other one")
  func bad() throws {
    let result = try importingNighp([
      """
      Baby,Time,Amount (oz.),Note
      Eva,yesterday,4,
      Eva,"1/13/20, 15:00",some,
      Eva,"1/13/20, 15:00","1,500",
      Eva
      Eva,"1/13/20, 15:00",4,a,b
      Eva,"1/13/20, 15:00",400,
      Eva,"1/13/20, 15:00",4,,
      """,
      "Baby,Time,Amount (cups),Note\nEva,\"1/13/20, 15:00\",1,",
      "Baby,Time,Duration (hours),Note\nEva,\"1/13/20, 15:00\",1,",
    ])
    #expect(result.entries.map(\.content) == [.feeding(Feeding(method: .bottle, amount: Volume(4, .ounces)))])
    #expect(
      result.summary.badRows == [
        ImportRemark(line: 2, reason: "has a value that cannot be read in the column “Time”"),
        ImportRemark(line: 3, reason: "has a value that cannot be read in the column “Amount (oz.)”"),
        ImportRemark(line: 4, reason: "has a value that cannot be read in the column “Amount (oz.)”"),
        ImportRemark(line: 5, reason: "has a value that cannot be read in the column “Time”"),
        ImportRemark(line: 6, reason: "has 5 fields instead of 4"),
        ImportRemark(line: 7, reason: "amount must be at most 16.9 oz"),
        ImportRemark(file: 2, line: 2, reason: "has a value that cannot be read in the column “Amount (cups)”"),
        ImportRemark(file: 3, line: 2, reason: "has a value that cannot be read in the column “Duration (hours)”"),
      ])
  }

  @Test("are not those of another app, whatever it calls its columns")
  func foreign() {
    for header in ["Baby,Duration,Note", "Time,Duration", "Time,Status,Note", "Date,Baby,Note"] {
      #expect(throws: BabyError.self) { try importingNighp([header + "\na,b,c"]) }
    }
  }
}
