/// A day's counts and sums.
///
/// What began in the day counts; what lasts counts for the part of it that lies in the day, so a sleep over midnight is
/// one sleep, of the evening's day, with its hours in two.
public struct DayTotals: Hashable, Sendable {
  /// Feeds at the breast and from a bottle; pumping never counts.
  public var feedings = 0
  public var breastFeedings = 0
  public var bottles = 0
  public var feedingMilliliters = 0.0
  public var feedingDuration: Duration = .zero
  public var pumpings = 0
  public var pumpingMilliliters = 0.0
  public var diapers = 0
  /// A diaper that was both counts as wet and as dirty.
  public var wetDiapers = 0
  public var dirtyDiapers = 0
  public var sleeps = 0
  /// Without the running sleep, which goes on growing.
  public var sleepDuration: Duration = .zero
  public var tummyTimes = 0
  /// Without the running tummy time.
  public var tummyDuration: Duration = .zero
  public var notes = 0

  /// - Parameter entries: those that touch the day; others and deleted ones are left out.
  public init(entries: some Sequence<Entry>, in day: DayWindow) {
    for entry in entries where entry.deletedAt == nil { add(entry, in: day) }
  }

  private mutating func add(_ entry: Entry, in day: DayWindow) {
    let count = day.contains(entry.start) ? 1 : 0
    let duration = entry.end.map { day.overlap(from: entry.start, to: $0) } ?? .zero
    switch entry.content {
    case .feeding(let feeding) where feeding.countsAsFeed:
      feedings += count
      if feeding.method == .breast { breastFeedings += count } else { bottles += count }
      feedingMilliliters += Double(count) * (feeding.amount?.milliliters ?? 0)
      feedingDuration += duration
    case .feeding(let feeding):
      pumpings += count
      pumpingMilliliters += Double(count) * (feeding.amount?.milliliters ?? 0)
    case .diaper(let type):
      diapers += count
      if type != .dirty { wetDiapers += count }
      if type != .wet { dirtyDiapers += count }
    case .sleep:
      sleeps += count
      sleepDuration += duration
    case .tummyTime:
      tummyTimes += count
      tummyDuration += duration
    case .note: notes += count
    }
  }
}
