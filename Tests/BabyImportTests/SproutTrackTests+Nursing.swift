import BabyModel
import Testing

@testable import BabyImport

extension SproutTrackTests {
  @Test("both sides of a nursing are one feed, however many rows are between them")
  func sides() throws {
    let left: Values = [
      "type": "BREAST", "side": "LEFT", "sessionId": "s1", "feedDuration": .integer(600),
      "startTime": .integer(Self.eight), "endTime": .integer(Self.eight + 600_000), "createdAt": .integer(2),
    ]
    let right: Values = [
      "type": "BREAST", "side": "RIGHT", "sessionId": "s1", "feedDuration": .integer(300),
      "startTime": .integer(Self.eight + 720_000), "endTime": .integer(Self.eight + 1_020_000),
      "createdAt": .integer(3), "notes": "sleepy",
    ]
    let bottle: Values = [
      "type": "BOTTLE", "amount": .real(4), "unitAbbr": "OZ", "bottleType": "Formula",
      "time": .integer(Self.eight + 7_200_000),
    ]
    let one = try importing(row("FeedLog", left, id: "l"))
    let both = try importing(
      row("FeedLog", right, id: "r"), row("FeedLog", bottle, id: "b"), row("FeedLog", left, id: "l"))
    #expect(both.entries.count == 2)
    #expect(both.summary.flags == [:])
    let nursing = try #require(both.entries.last)
    guard case .feeding(let feeding) = nursing.content else { throw Missing() }
    #expect(feeding.startedSide == .left && feeding.breasts == .both)
    #expect(feeding.left == .seconds(600) && feeding.right == .seconds(300))
    // With the pause between the sides, for it ended when it did.
    #expect(nursing.duration == .seconds(1020))
    #expect(nursing.note == "sleepy" && nursing.author == "Anna")
    // Whichever of its rows a backup begins with, and when the second side comes only later.
    #expect(one.entries.map(\.id) == [nursing.id])
  }

  private struct Missing: Error {}

  @Test("a nursing with pauses keeps its end, and has the minutes at each side beside it")
  func pauses() throws {
    func side(_ side: String, from start: Int64, to end: Int64) -> Values {
      [
        "type": "BREAST", "side": .text(side), "sessionId": "s1", "feedDuration": .integer(600),
        "pauseDuration": .integer(300), "startTime": .integer(Self.eight + start * 60_000),
        "endTime": .integer(Self.eight + end * 60_000), "createdAt": .integer(start),
      ]
    }
    let result = try importing(
      row("FeedLog", side("LEFT", from: 0, to: 10), id: "l"), row("FeedLog", side("RIGHT", from: 15, to: 25), id: "r"))
    #expect(
      result.entries.map(\.content) == [
        .feeding(
          Feeding(method: .breast, startedSide: .left, breasts: .both, left: .minutes(10), right: .minutes(10)))
      ])
    #expect(result.entries.map(\.duration) == [.minutes(25)])
    let one = try importing(row("FeedLog", side("LEFT", from: 0, to: 25)))
    #expect(one.entries.map(\.duration) == [.minutes(25)] && one.summary.flags == [:])
    var unsided = side("LEFT", from: 0, to: 25)
    unsided["side"] = .null
    let open = try importing(row("FeedLog", unsided))
    #expect(open.entries.map(\.duration) == [.minutes(25)])
    #expect(open.summary.flags == [.pausesInNote: 1] && open.entries[0].note?.contains("at the breast") == true)
  }

  @Test("sides that were entered with the moment of their end follow each other")
  func typedSides() throws {
    let end = Self.eight + 1_800_000
    let rows = [("LEFT", Int64(600)), ("RIGHT", 900)].map { side, length in
      row(
        "FeedLog",
        [
          "type": "BREAST", "side": .text(side), "sessionId": "s1", "feedDuration": .integer(length),
          "startTime": .integer(end - length * 1000), "endTime": .integer(end), "createdAt": .integer(1),
        ], id: side)
    }
    let nursing = try #require(try importing(rows[0], rows[1]).entries.first)
    #expect(nursing.start == Instant(milliseconds: end - 1_500_000))
    #expect(nursing.end == Instant(milliseconds: end))
  }

  @Test("rows of older versions are one nursing if both sides were written at once; never hours apart")
  func olderSides() throws {
    func side(_ side: String, at time: Int64, written: Int64, session: DatabaseRow.Value = .null) -> Values {
      [
        "type": "BREAST", "side": .text(side), "amount": .integer(10), "time": .integer(time),
        "createdAt": .integer(written), "sessionId": session,
      ]
    }
    let together = try importing(
      row("FeedLog", side("LEFT", at: Self.eight, written: 1000), id: "1"),
      row("FeedLog", side("RIGHT", at: Self.eight + 600_000, written: 3000), id: "2"))
    #expect(together.entries.map(\.duration) == [.minutes(20)])
    let apart = try importing(
      row("FeedLog", side("LEFT", at: Self.eight, written: 1000), id: "1"),
      row("FeedLog", side("RIGHT", at: Self.eight + 600_000, written: 700_000), id: "2"))
    #expect(apart.entries.map(\.duration) == [.minutes(10), .minutes(10)])
    let linked = try importing(
      row("FeedLog", side("LEFT", at: Self.eight, written: 1000, session: "s"), id: "1"),
      row("FeedLog", side("RIGHT", at: Self.eight + 7_200_000, written: 9000, session: "s"), id: "2"))
    #expect(linked.entries.count == 2)
  }
}
