import BabyModel

/// All parameters of predictions. `docs/predictions.md` says how those without a source were found and checked. Each
/// can be moved by a third without changing the errors by more than a hundredth.
struct Parameters: Sendable {
  /// The age in days at which one of the child's own times has the weight 1/e.
  var memory = 10.0
  /// The difference in hours of the day at which one has the weight 0.6: babies keep a rhythm by the clock.
  var hourWidth: Double
  /// The same for the duration of the sleep or feed before, on a logarithmic scale.
  var sizeWidth: Double
  /// The minimum weight of one after a sleep or feed of a very different duration.
  var sizeFloor: Double
  /// The weight of the age table, in numbers of the child's own times.
  var ageWeight: Double
  /// Spread of the age table's times, on a logarithmic scale.
  var ageSpread: Double
  /// How far a time at another hour is moved with that hour, 0...1: 0 keeps its interval, 1 keeps its clock time.
  var clockShare = 0.0
  /// The weight of one during which the child was awake if it is asleep now, or the other way round.
  var otherState = 1.0
  /// The maximum spread of each of the child's own times, on a logarithmic scale: there are only a few.
  var ownSpread: Double

  /// Time awake until the next sleep.
  static let nap = Parameters(
    hourWidth: 0.85, sizeWidth: 0.45, sizeFloor: 0.1, ageWeight: 0.5, ageSpread: 0.35, ownSpread: 0.1)
  /// Time from one feed to the next.
  static let feeding = Parameters(
    hourWidth: 0.9, sizeWidth: 0.7, sizeFloor: 0.2, ageWeight: 0.15, ageSpread: 0.4, clockShare: 0.4,
    otherState: 0.25, ownSpread: 0.02)
  /// Length of a sleep.
  static let wakeUp = Parameters(
    hourWidth: 0.8, sizeWidth: 0.6, sizeFloor: 0.3, ageWeight: 0.3, ageSpread: 0.6, ownSpread: 0.02)
  /// Clock time of the night's start. `hourWidth` is of the hours awake until now; spreads are in hours.
  static let bedtime = Parameters(
    hourWidth: 2, sizeWidth: 1, sizeFloor: 1, ageWeight: 0.3, ageSpread: 0.8, ownSpread: 0.05)

  /// Time from one diaper to the next.
  static let diaper = Parameters(
    hourWidth: 0.9, sizeWidth: 1, sizeFloor: 1, ageWeight: 0.15, ageSpread: 0.4, otherState: 0.25, ownSpread: 0.02)
  /// Time in which nothing was logged.
  static let quiet = Parameters(
    hourWidth: 0.9, sizeWidth: 1, sizeFloor: 1, ageWeight: 0, ageSpread: 0, ownSpread: 0)

  /// How far back the child's own times are looked at. Older ones count less than a twentieth.
  static let window: Duration = .hours(30 * 24)
  /// A shorter sleep is a mistake or a mark, not a sleep.
  static let shortestSleep: Duration = .minutes(3)
  /// Sleeps less than this apart are one.
  static let sleepJoin: Duration = .minutes(8)
  /// Feeds less than this apart are one: Kent et al. 2006 join breastfeeds within 30 minutes to one session.
  static let feedJoin: Duration = .minutes(30)
  /// Diapers less than this apart are one change.
  static let diaperJoin: Duration = .minutes(10)
  /// For so long after a feed whether the child is asleep says little.
  static let settling = 20.0
  /// The excess of an interval that is longer than usual at the age: its median as a share of the usual interval, and
  /// its spread on a logarithmic scale.
  static let restShare = 0.3
  static let restSpread = 0.8
  /// Nothing is predicted once this share or less of the distribution is left: an entry is probably missing.
  static let leastLeft = 0.005
  /// The number of the child's own times that a comparison needs.
  static let fewestToCompare = 5.0
  /// An entry is probably missing once the time is this many times nearly all of the child's own.
  static let believable = 1.5
  /// In minutes. Gaps are reported from the shortest to the longest: before, they are normal; after, the log is not in
  /// use.
  static let shortestQuiet = 180.0
  static let longestQuiet = 960.0
  /// A forecast says bedtime in place of a nap that is not earlier than this before it, in minutes.
  static let napBeforeBedtime = 45.0

  /// Nights are the longest sleeps that begin between these hours, gaps up to an hour for feeds not counted.
  static let evening = (from: 17.0, to: 27.0)
  static let nightJoin: Duration = .minutes(60)
  /// A shorter sleep is not a night.
  static let shortestNight: Duration = .hours(3)
  /// The hour at which one evening's bedtime is over and the next one's is predicted.
  static let morning = 4.0
  /// Before this age, in weeks, sleep is spread over day and night (Mindell et al. 2016: regular nights come first, and
  /// not before the second month).
  static let firstNights = 6.0
  /// In weeks. Naps and feeds of older children go by the family's day.
  static let oldest = 104.0
}
