public import BabyModel

/// A norm by age: a line through a few points, flat before the first and after the last.
struct AgeTable: Sendable {
  private let points: [(weeks: Double, value: Double)]

  init(_ points: (weeks: Double, value: Double)...) { self.points = points }

  subscript(weeks: Double) -> Double {
    guard let after = points.firstIndex(where: { $0.weeks > weeks }) else { return points.last?.value ?? 0 }
    guard after > 0 else { return points[0].value }
    let (low, high) = (points[after - 1], points[after])
    return low.value + (high.value - low.value) * (weeks - low.weeks) / (high.weeks - low.weeks)
  }
}

extension AgeTable {
  /// Minutes awake before a sleep, the middle of what Cleveland Clinic (2024) and Nestling list for the age. A
  /// convention of consultants: no trial shows that keeping to it helps, so the child's own times soon outweigh it.
  static let awake = AgeTable(
    (0, 55), (4, 65), (8, 75), (12, 82), (16, 92), (20, 105), (26, 120), (32, 145), (39, 170), (46, 195), (52, 215),
    (78, 300), (104, 340))
  /// Minutes from one feed to the next by day: 8 to 12 feeds a day for a newborn (AAP), 6.6 to 7.6 at 1 to 3 months
  /// (Kent et al. 2013), 4 to 6 at 6 to 12 months (AAP).
  static let betweenFeeds = AgeTable((0, 140), (4, 145), (12, 150), (26, 175), (39, 210), (52, 235), (104, 260))
  /// Minutes from one diaper to the next by day: 10 to 13 a day at first, 4 to 6 from half a year on, as in the logs
  /// that predictions were checked with.
  static let betweenDiapers = AgeTable((0, 120), (4, 130), (12, 170), (26, 230), (52, 260))
  /// Minutes of a nap; about an hour and a half at 3 to 7 months (Mindell et al. 2016), often cut short.
  static let nap = AgeTable((0, 80), (6, 60), (16, 55), (26, 65), (52, 80))
  /// Minutes of an unbroken sleep at night: mostly under 3.5 hours before 3 months, nights of 10.5 hours later (Mindell
  /// et al. 2016).
  static let night = AgeTable((0, 110), (6, 180), (12, 300), (26, 480), (52, 560))
  /// Hour at which the night begins; later and less regular in the first months (Mindell et al. 2016).
  static let bedtime = AgeTable((6, 21), (12, 20.5), (20, 19.75), (30, 19.5))

  /// Minutes beyond which a child that was awake, not fed or asleep had something happen that was not logged.
  static let longestAwake = AgeTable((0, 240), (12, 360), (26, 480), (52, 600))
  static let longestBetweenFeeds = AgeTable((0, 480), (8, 720), (26, 960))
  static let longestBetweenDiapers = AgeTable((0, 480), (8, 720), (26, 960))
  static let longestSleep = AgeTable((0, 720), (8, 900))
}

/// How long a child of some age is awake from one sleep to the next by day.
public struct AwakeNorm: Sendable {
  /// What is usual, in minutes: from four fifths to six fifths of `AgeTable.awake`, as predictions take it (Cleveland
  /// Clinic 2024, Nestling). Nil before birth, and from two years on, for which there is no norm.
  public let usual: ClosedRange<Double>?
  /// In minutes. After a longer time a sleep was not logged.
  public let longest: Double

  /// In minutes. Predictions count sleeps that are less apart as one.
  public static let shortest = Parameters.sleepJoin.minutes

  /// - Parameters:
  ///   - basis: from when the child's age counts.
  ///   - zone: the child's.
  public init(at instant: Instant, basis: AgeBasis, zone: ZoneRules) {
    let age = Predictor.age(at: instant, basis: basis, zone: zone)
    let middle = AgeTable.awake[age]
    usual = age >= 0 && age < Parameters.oldest ? middle * 0.8...middle * 1.2 : nil
    longest = AgeTable.longestAwake[age]
  }
}
