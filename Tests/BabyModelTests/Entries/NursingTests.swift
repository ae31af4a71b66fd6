import BabyModel
import Testing

@Suite("A running breast feed")
struct NursingTests {
  /// A press, and its time after the start in minutes.
  private enum Press {
    case take(NursingStep, Int)
    case stop(Int?, at: Int)
  }

  private static let start = "2020-05-10T20:00:00-07:00"

  private static func feed(from start: String, on side: Side = .left) throws -> Entry {
    try Timer.start(
      .feeding(.running(side, since: at(start))), id: .one, child: .make(), running: nil, at: at(start),
      now: at(start))
  }

  private static func take(_ step: NursingStep, _ feed: Entry?, at: String? = nil, now: String) throws -> Entry {
    try Timer.take(
      step, child: .make(), running: feed, at: at.map(BabyModelTests.at), now: BabyModelTests.at(now))
  }

  private static func stop(_ feed: Entry?, at: String? = nil, now: String) throws -> Entry {
    try Timer.stop(
      .feeding, child: .make(), running: feed, at: at.map(BabyModelTests.at), now: BabyModelTests.at(now))
  }

  private func feeding(_ entry: Entry) throws -> Feeding {
    guard case .feeding(let feeding) = entry.content else { throw BabyError.noChild }
    return feeding
  }

  /// Minutes after the start of each step, and what the feed is in the end: minutes left, right and altogether.
  struct Row: CustomTestStringConvertible, Sendable {
    var steps: [(NursingStep, Int)]
    var stop: Int
    var left: Int?
    var right: Int?
    var length: Int
    var startedSide: Side = .left
    var testDescription: String { steps.map { "\($0.0) after \($0.1)" }.joined(separator: ", ") }
  }

  static let rows = [
    Row(steps: [], stop: 12, left: 12, length: 12),
    Row(steps: [(.switchSides(), 12)], stop: 16, left: 12, right: 4, length: 16),
    Row(steps: [(.switchSides(), 5), (.switchSides(), 8)], stop: 10, left: 7, right: 3, length: 10),
    // Pauses count for neither side.
    Row(steps: [(.pause, 5), (.resume(nil), 15)], stop: 20, left: 10, length: 20),
    Row(steps: [(.pause, 5), (.resume(.right), 15)], stop: 20, left: 5, right: 5, length: 20),
    Row(steps: [(.pause, 5), (.switchSides(), 6)], stop: 8, left: 5, right: 2, length: 8),
    Row(steps: [(.pause, 5), (.switchSides(to: .left), 6)], stop: 8, left: 7, length: 8),
    // Stopped while it is paused, it ended when the pause began.
    Row(steps: [(.pause, 5)], stop: 30, left: 5, length: 5),
    // The side at which it was for no time was a slip.
    Row(steps: [(.switchSides(), 0)], stop: 9, right: 9, length: 9, startedSide: .right),
    Row(steps: [(.switchSides(), 9)], stop: 9, left: 9, length: 9),
  ]

  @Test("keeps the time at each breast, through every order of steps, over both clock changes", arguments: rows)
  func sequences(row: Row) throws {
    for start in [Self.start, "2020-03-08T01:55:00-08:00", "2020-11-01T01:55:00-07:00"] {
      let begin = try at(start)
      func text(_ minutes: Int) -> String { (begin + .minutes(minutes)).utcText }
      var feed = try Self.feed(from: start)
      for (step, minutes) in row.steps {
        feed = try Self.take(step, feed, now: text(minutes))
        #expect(feed.isRunning)
        try feed.validate(child: .make(), zone: .losAngeles, now: begin + .minutes(minutes))
      }
      let ended = try Self.stop(feed, now: text(row.stop))
      let feeding = try feeding(ended)
      #expect(!ended.isRunning && feeding.turn == nil)
      #expect(feeding.left == row.left.map { .minutes($0) } && feeding.right == row.right.map { .minutes($0) })
      #expect(ended.duration == .minutes(row.length))
      #expect(feeding.startedSide == row.startedSide)
      #expect(feeding.breasts == (row.left != nil && row.right != nil ? .both : .one))
      #expect(Side.suggested(after: ended) == row.startedSide.opposite)
      try ended.validate(child: .make(), zone: .losAngeles, now: begin + .minutes(row.stop))
    }
  }

  @Test("shows the minutes of the current breast first")
  func words() throws {
    let feed = try Self.take(.switchSides(), Self.feed(from: Self.start), now: "2020-05-10T20:04:00-07:00")
    let now = try at("2020-05-10T20:16:30-07:00")
    #expect(Words.running(feed, now: now) == "Feeding right 12m · left 4m")
    #expect(try Words.running(Self.feed(from: Self.start), now: now) == "Feeding left 16m")
    #expect(Words.line(feed, units: .milliliters) == "Feeding right")
    let paused = try Self.take(.pause, feed, now: "2020-05-10T20:16:30-07:00")
    #expect(Words.line(paused, units: .milliliters) == "Feed paused")
    #expect(try Words.running(paused, now: at("2020-05-10T21:00:00-07:00")) == "Feed paused · right 12m · left 4m")
    let ended = try Self.stop(paused, now: "2020-05-10T21:00:00-07:00")
    #expect(Words.stopped(ended) == "Feed ended · left 4 min · right 12 min")
    #expect(
      Words.line(ended, units: .milliliters)
        == "Both breasts · 16 min · left 4 min · right 12 min · Started on Left, then switched")
  }

  @Test("steps can be logged late, though not before the previous one")
  func late() throws {
    let now = "2020-05-10T20:20:00-07:00"
    let feed = try Self.take(
      .switchSides(), Self.feed(from: Self.start), at: "2020-05-10T20:17:00-07:00", now: now)
    #expect(try feeding(feed).left == .minutes(17))
    let before = BabyError.entryInvalid([FieldError("at", "must not be before it began on the right")])
    #expect(throws: before) { try Self.take(.pause, feed, at: "2020-05-10T20:16:00-07:00", now: now) }
    #expect(throws: before) { try Self.stop(feed, at: "2020-05-10T20:16:00-07:00", now: now) }
    let ended = try Self.stop(feed, at: "2020-05-10T20:19:00-07:00", now: now)
    #expect(try feeding(ended).right == .minutes(2))
  }

  @Test("a clock that was set back counts as standing still")
  func setBack() throws {
    let feed = try Self.feed(from: Self.start)
    let switched = try Self.take(.switchSides(), feed, now: "2020-05-10T19:00:00-07:00")
    #expect(try feeding(switched).left == .zero && feeding(switched).turn?.since == at(Self.start))
    let ended = try Self.stop(switched, now: "2020-05-10T19:00:00-07:00")
    #expect(ended.duration == .seconds(1))
    #expect(try feeding(ended).right == .seconds(1))
  }

  @Test("impossible steps report the current state, and change nothing")
  func refusals() throws {
    let now = "2020-05-10T20:10:00-07:00"
    let feed = try Self.feed(from: Self.start)
    let paused = try Self.take(.pause, feed, now: now)
    let none = BabyError.timerNotRunning(.feeding, child: "Eva")
    for step in [NursingStep.switchSides(), .pause, .resume(nil)] {
      #expect(throws: none) { try Self.take(step, nil, now: now) }
    }
    #expect(throws: none) { try Self.stop(nil, now: now) }
    #expect(throws: BabyError.timerPaused(.feeding, .one, since: try at(now), child: "Eva")) {
      try Self.take(.pause, paused, now: now)
    }
    let running = BabyError.timerRunning(.feeding, .one, since: try at(Self.start), child: "Eva")
    #expect(throws: running) { try Self.take(.resume(nil), feed, now: now) }
    #expect(throws: running) { try Self.take(.switchSides(to: .left), feed, now: now) }
    let late = "2020-05-11T02:00:01-07:00"
    let forgotten = BabyError.timerForgotten(.feeding, .one, since: try at(Self.start), child: "Eva")
    #expect(throws: forgotten) { try Self.take(.switchSides(), feed, now: late) }
    #expect(throws: forgotten) { try Self.stop(feed, now: late) }
    #expect(try Self.stop(feed, at: now, now: late).duration == .minutes(10))
  }

  @Test("both sides together are not longer than the feed, and only breast feeds have them")
  func invalid() throws {
    let now = try at("2020-05-10T21:00:00-07:00")
    func errors(_ feeding: Feeding) throws -> [String] {
      let entry = try Entry.make(.feeding(feeding), Self.start, to: "2020-05-10T20:10:00-07:00")
      let child = try Child.make()
      do throws(BabyError) {
        try entry.validate(child: child, zone: .losAngeles, now: now)
        return []
      } catch { return error.fields.map(\.field) }
    }
    #expect(try errors(Feeding(method: .breast, left: .minutes(6), right: .minutes(4))) == [])
    #expect(try errors(Feeding(method: .breast, left: .minutes(6), right: .minutes(5))) == ["leftSeconds"])
    #expect(try errors(Feeding(method: .bottle, right: .minutes(5))) == ["rightSeconds"])
    #expect(try errors(.running(.left, since: at(Self.start))) == ["timedSince"])
  }

  @Test("an unknown end closes it with the time counted so far")
  func unseen() throws {
    var feed = try Self.take(
      .switchSides(), Self.feed(from: Self.start), now: "2020-05-10T20:04:00-07:00")
    feed.endWithUnknownEnd()
    #expect(!feed.isRunning && !feed.endUnknown && feed.end == nil)
    #expect(try feeding(feed).left == .minutes(4) && feeding(feed).right == nil)
  }
}
