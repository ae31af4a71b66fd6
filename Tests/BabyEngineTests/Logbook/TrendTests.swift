import BabyModel
import BabyProtocol
import TestSupport
import Testing

@testable import BabyEngine

/// It is one in the afternoon in Berlin, on Tuesday, 14 November 2023: the last of the seven days is the 13th. Clocks
/// changed on October 29, 16 days ago.
@Suite("Trends")
struct TrendTests {
  /// Something that is logged at an hour of a day.
  private struct Logged {
    var content: EntryContent
    var hour: Double
    var minutes: Int?

    static func nap(_ minutes: Int, at hour: Double = 13) -> Logged {
      Logged(content: .sleep, hour: hour, minutes: minutes)
    }

    static func bottle(_ milliliters: Double, at hour: Double = 9) -> Logged {
      let amount = Volume(milliliters, .milliliters)
      return Logged(content: .feeding(Feeding(method: .bottle, amount: amount)), hour: hour)
    }

    static func nursing(_ minutes: Int, at hour: Double) -> Logged {
      Logged(
        content: .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one)), hour: hour, minutes: minutes)
    }

    static func diapers(_ count: Int, _ type: DiaperType = .wet) -> [Logged] {
      (0..<count).map { Logged(content: .diaper(type), hour: 7 + Double($0)) }
    }
  }

  /// - Parameter days: which of the last 35 days, 1 for yesterday; 0 is today.
  private func add(
    _ days: some Sequence<Int>, to log: Log, _ logged: (_ ago: Int) -> [Logged]
  ) async throws {
    let midnight = try #require(Instant(rfc3339: "2023-11-14T00:00:00+01:00"))
    let entries = days.flatMap { ago in
      // Clocks were an hour ahead.
      let start = midnight - .hours(24 * ago + (ago > 16 ? 1 : 0))
      return logged(ago).map { one in
        log.machine.entry(
          one.content, of: log.eva, at: start + .minutes(Int(one.hour * 60)), for: one.minutes.map { .minutes($0) })
      }
    }
    try await log.machine.change { for entry in entries { try $0.insert(entry) } }
  }

  private static let recent = 1...7
  private static let earlier = 8...35

  private func trends(of log: Log) async throws -> TrendList.Answer { try await log.read { try $0.trends(of: nil) } }

  private func trend(_ measure: TrendMeasure, of log: Log) async throws -> TrendRecord? {
    try await trends(of: log).trends.first { $0.measure == measure }
  }

  /// As they are read aloud; of those that changed with "!".
  private func words(_ trends: [TrendRecord]) -> [String] {
    trends.map { "\($0.isChanged ? "!" : "")\($0.title) \($0.text), \($0.comparison)" }
  }

  @Test("what changed comes first, by how many spreads, and then the rest in the usual order")
  func order() async throws {
    let log = try await Log()
    try await add(Self.earlier, to: log) { _ in [.nap(60), .bottle(100), .bottle(100, at: 12)] + Logged.diapers(4) }
    try await add(Self.recent, to: log) { _ in [.nap(90), .bottle(100), .bottle(105, at: 12)] + Logged.diapers(7) }
    let answer = try await trends(of: log)
    #expect(
      words(answer.trends) == [
        "!Wet diapers 7 a day, 3 more", "!Asleep 1h 30m a day, 30m more", "!In naps 1h 30m a day, 30m more",
        "!Longest sleep 1h 30m, 30m longer", "Naps 1 a day, as before", "Feeds 2 a day, as before",
        "Bottles 205 ml a day, 5 ml more", "Between feeds 12h, as before",
      ])
    #expect(answer.last.description == "2023-11-13" && answer.note == nil && answer.child.name == "Eva")
  }

  @Test("less, fewer and shorter are said as people say them")
  func falling() async throws {
    let log = try await Log()
    try await add(Self.earlier, to: log) { _ in [.nap(60), .nap(60, at: 15), .nursing(20, at: 8), .nursing(20, at: 11)]
    }
    try await add(Self.recent, to: log) { _ in [.nap(40), .nursing(15, at: 8)] }
    let words = Set(words(try await trends(of: log).trends))
    #expect(
      words.isSuperset(of: [
        "!Asleep 40m a day, 1h 20m less", "!Naps 1 a day, 1 fewer", "!Longest sleep 40m, 20m shorter",
        "!Nursing 15m a day, 25m less", "!Feeds 1 a day, 1 fewer",
      ]), "\(words)")
  }

  @Test(
    "a change is one that a parent notices: 15 minutes, 1, or a tenth of an amount",
    arguments: [(74, 4, 109.0, false), (75, 5, 110, true), (46, 4, 91, false), (45, 3, 90, true)])
  func floors(minutes: Int, diapers: Int, amount: Double, isChange: Bool) async throws {
    let log = try await Log()
    try await add(Self.earlier, to: log) { _ in [.nap(60), .bottle(100)] + Logged.diapers(4) }
    try await add(Self.recent, to: log) { _ in [.nap(minutes), .bottle(amount)] + Logged.diapers(diapers) }
    for measure in [TrendMeasure.asleep, .amount, .wetDiapers] {
      #expect(try await trend(measure, of: log)?.isChanged == isChange, "\(measure)")
    }
  }

  @Test("a child whose days differ has to change by more", arguments: [(105, false), (106, true)])
  func spread(minutes: Int, isChange: Bool) async throws {
    let log = try await Log()
    // Their median is an hour, from which each day differs by half an hour.
    try await add(Self.earlier, to: log) { [.nap($0 % 2 == 0 ? 30 : 90)] }
    try await add(Self.recent, to: log) { _ in [.nap(minutes)] }
    let trend = try #require(try await trend(.asleep, of: log))
    #expect(trend.isChanged == isChange)
    #expect(trend.comparison == "\(minutes - 60)m more")
  }

  @Test(
    "a number is compared if 4 of the seven days and 10 of the 28 say something about it",
    arguments: [(3, 28, false), (4, 9, false), (4, 10, true)])
  func days(recent: Int, earlier: Int, isCompared: Bool) async throws {
    let log = try await Log()
    try await add((1...recent).map { $0 } + (8..<8 + earlier), to: log) { _ in [.nap(60)] }
    let answer = try await trends(of: log)
    #expect(answer.trends.isEmpty != isCompared)
    #expect(answer.note?.hasSuffix("Entries were logged on \(recent) and \(earlier) of them.") != isCompared)
    #expect((answer.note == nil) == isCompared)
  }

  @Test("a log without entries says that there are none")
  func nothing() async throws {
    let answer = try await trends(of: try await Log())
    #expect(answer.trends.isEmpty && answer.note == "Nothing was logged in the last five weeks.")
  }

  @Test("a day says nothing about what was not logged on it, and a week of such days is left out")
  func missing() async throws {
    let log = try await Log()
    try await add([15...35, 1...5].joined(), to: log) { _ in [.nap(60)] }
    try await add(6...14, to: log) { _ in Logged.diapers(3) }
    let sleep = try #require(try await trend(.asleep, of: log))
    #expect(words([sleep]) == ["Asleep 1h a day, as before"])
    #expect(
      sleep.weeks.map { "\($0.last) \($0.median)" } == [
        "2023-10-16 60.0", "2023-10-23 60.0", "2023-10-30 60.0", "2023-11-13 60.0",
      ])
    #expect(try await trend(.wetDiapers, of: log) == nil)
  }

  @Test("a night counts whole on its evening, also the one that ended today; its hours count where they lie")
  func nights() async throws {
    let log = try await Log()
    try await add(Self.earlier, to: log) { _ in [.nap(600, at: 20)] }
    try await add(Self.recent, to: log) { _ in [.nap(660, at: 20)] }
    let words = words(try await trends(of: log).trends)
    #expect(
      words == [
        "!Asleep 11h a day, 1h more", "!At night 11h a day, 1h more", "!Longest sleep 11h, 1h longer",
      ])
  }

  @Test("today changes nothing: it is not over")
  func today() async throws {
    let log = try await Log()
    try await add(1...35, to: log) { _ in [.nap(60), .bottle(100)] + Logged.diapers(4) }
    let before = try await trends(of: log)
    try await add([0], to: log) { _ in [.nap(120, at: 8), .bottle(300), .bottle(300, at: 10)] + Logged.diapers(5) }
    #expect(try await trends(of: log) == before)
  }

  @Test("amounts are told in the family's unit, and the weeks are in millilitres")
  func units() async throws {
    let log = try await Log()
    try await add(Self.earlier, to: log) { _ in [.bottle(300)] }
    try await add(Self.recent, to: log) { _ in [.bottle(600)] }
    try await log.write { _ = try $0.setSetting("units", to: "oz", child: nil) }
    let amount = try #require(try await trend(.amount, of: log))
    #expect(words([amount]) == ["!Bottles 20.3 oz a day, 10.1 oz more"])
    #expect(amount.weeks.map(\.median) == [300, 300, 300, 300, 600])
  }

  @Test("each command shows the chart that the number is from, over all the days")
  func commands() async throws {
    let log = try await Log()
    try await add(1...35, to: log) { _ in
      [.nap(60), .nap(60, at: 16), .bottle(100), .nursing(20, at: 11)] + Logged.diapers(3, .both)
    }
    let answer = try await trends(of: log)
    let commands = Dictionary(answer.trends.map { ($0.measure, $0.command) }) { first, _ in first }
    #expect(commands.count == TrendMeasure.allCases.count - 1, "no night was logged")
    #expect(commands[.naps] == "bbctl chart sleep --last 36d")
    #expect(commands[.awake] == "bbctl chart wake --last 36d")
    for measure in [TrendMeasure.feeds, .amount, .nursing, .betweenFeeds] {
      #expect(commands[measure] == "bbctl chart feeds --last 36d")
    }
    #expect(commands[.dirtyDiapers] == "bbctl chart diapers --last 36d")
  }

  @Test("an entry more changes only the numbers of its kind", arguments: [1, 2, 3, 4, 5] as [UInt64])
  func oneMore(seed: UInt64) async throws {
    let random = SeededRandom(seed: seed)
    let log = try await Log()
    try await add(1...35, to: log) { _ in
      let naps = (0..<2 + random.below(2)).map { Logged.nap(20 + random.below(60), at: 8 + 3 * Double($0)) }
      let night = Logged.nap(480 + random.below(90), at: 20)
      let bottles = (0..<2 + random.below(4)).map { Logged.bottle(Double(60 + random.below(90)), at: 7 + Double($0)) }
      return naps + [night, .nursing(10 + random.below(20), at: 18)] + bottles
        + Logged.diapers(3 + random.below(4), .both)
    }
    let sleep: Set<TrendMeasure> = [.asleep, .asleepAtNight, .asleepByDay, .naps, .longestSleep, .awake]
    let cases: [(Logged, Set<TrendMeasure>)] = [
      (.nap(45, at: 17.5), sleep), (.bottle(120, at: 15), [.feeds, .amount, .betweenFeeds]),
      (.nursing(25, at: 16), [.feeds, .nursing, .betweenFeeds]), (Logged.diapers(1)[0], [.wetDiapers]),
      (Logged(content: .note(.general), hour: 12), []),
    ]
    for (logged, own) in cases {
      let before = try await trends(of: log).trends
      try await add([1 + random.below(35)], to: log) { _ in [logged] }
      let after = try await trends(of: log).trends
      #expect(
        before.filter { !own.contains($0.measure) }.sorted(by: Self.isFirst)
          == after.filter { !own.contains($0.measure) }.sorted(by: Self.isFirst))
      #expect(before.count == TrendMeasure.allCases.count && after.count == before.count)
    }
  }

  private static func isFirst(_ first: TrendRecord, _ second: TrendRecord) -> Bool {
    first.measure.rawValue < second.measure.rawValue
  }
}
