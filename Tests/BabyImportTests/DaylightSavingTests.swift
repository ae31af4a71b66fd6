import BabyModel
import Testing

@testable import BabyImport

@Suite("Clock times on nights when clocks change")
struct DaylightSavingTests {
  @Test("a sleep over the spring change lasts an hour less than its clock times say")
  func spring() throws {
    let sleep = try entry("3/7/20 10:56 PM,3/8/20 7:55 AM,479,Sleep,,,Eva slept (7h59m),,A")
    #expect(sleep.duration?.wholeMinutes == 479)
  }

  @Test("the minutes decide between two ends")
  func autumnEnd() throws {
    let first = try entry("10/31/20 8:02 PM,11/1/20 1:59 AM,356,Sleep,,,Eva slept (5h56m),,U")
    #expect(first.end == instant("2020-11-01T08:59:00Z"))
    let second = try entry("10/31/20 8:02 PM,11/1/20 1:59 AM,417,Sleep,,,Eva slept (6h57m),,U")
    #expect(second.end == instant("2020-11-01T09:59:00Z"))
  }

  @Test("the minutes decide between two starts")
  func autumnStart() throws {
    let first = try entry("11/1/20 1:30 AM,11/1/20 6:38 AM,368,Sleep,,,Eva slept (6h08m),,U")
    #expect(first.start == instant("2020-11-01T08:30:00Z"))
    let second = try entry("11/1/20 1:30 AM,11/1/20 6:38 AM,308,Sleep,,,Eva slept (5h08m),,U")
    #expect(second.start == instant("2020-11-01T09:30:00Z"))
  }

  @Test("an end that shows an earlier time than the start is the second of its kind")
  func endBeforeStartOnTheClock() throws {
    let result = try importing(rows: "11/1/20 1:50 AM,11/1/20 1:10 AM,,Sleep,,,Eva slept,,U")
    #expect(result.entries.first?.start == instant("2020-11-01T08:50:00Z"))
    #expect(result.entries.first?.end == instant("2020-11-01T09:10:00Z"))
    #expect(result.summary.flags == [:])
  }

  @Test("if nothing decides, the first instant is used and flagged")
  func undecided() throws {
    let result = try importing(
      rows: "11/1/20 1:30 AM,,,Bottle,4,Milk,Eva drank 4 oz of milk,,A",
      "11/1/20 1:10 AM,11/1/20 1:40 AM,30,Sleep,,,Eva slept (30m),,U")
    #expect(result.entries.map(\.start) == [instant("2020-11-01T08:30:00Z"), instant("2020-11-01T08:10:00Z")])
    #expect(result.entries[1].duration?.wholeMinutes == 30)
    #expect(result.summary.flags == [.ambiguousTime: 2])
  }

  @Test("a skipped time becomes the first one after it and is flagged")
  func skipped() throws {
    let result = try importing(rows: "3/8/20 2:30 AM,,,Bottle,4,Milk,Eva drank 4 oz of milk,,A")
    #expect(result.entries.first?.start == instant("2020-03-08T10:00:00Z"))
    #expect(result.summary.flags == [.skippedTime: 1])
  }
}
