import BabyModel

/// Time asleep without a break, by one entry or by several that overlap.
struct SleepStretch {
  var start: Instant
  var end: Instant
  var isRunning: Bool
  var entries: [EntryID]
  /// Whether it belongs to a night: the middle of the sleep, brief wakings included, lies between seven in the evening
  /// and seven in the morning by the child's clocks.
  var isOfNight: Bool

  var length: Duration { end - start }

  /// All of them in order, without brief wakings.
  ///
  /// - Parameters:
  ///   - entries: in any order; those without an end are left out.
  ///   - now: a running sleep lasts until then.
  static func all(of entries: some Sequence<Entry>, zone: ZoneRules, until now: Instant) -> [SleepStretch] {
    var stretches: [SleepStretch] = []
    for entry in entries.filter({ $0.kind == .sleep }).sorted(by: { $0.start < $1.start }) {
      guard let end = entry.end ?? (entry.isRunning ? max(now, entry.start) : nil) else { continue }
      guard entry.start < end || entry.isRunning else { continue }
      if let last = stretches.last, entry.start < last.end {
        stretches[stretches.count - 1].end = max(last.end, end)
        stretches[stretches.count - 1].isRunning = last.isRunning || entry.isRunning
        stretches[stretches.count - 1].entries.append(entry.id)
      } else {
        stretches.append(
          SleepStretch(
            start: entry.start, end: end, isRunning: entry.isRunning, entries: [entry.id], isOfNight: false))
      }
    }
    for index in stretches.indices {
      let middle = stretches[index].start + .milliseconds(stretches[index].length.inMilliseconds / 2)
      stretches[index].isOfNight = !(7..<19).contains(zone.local(middle).time.hour)
    }
    return without(wakings(in: entries), stretches)
  }

  /// Brief wakings in order, those that overlap as one.
  private static func wakings(in entries: some Sequence<Entry>) -> [(start: Instant, end: Instant)] {
    var wakings: [(start: Instant, end: Instant)] = []
    for entry in entries.filter({ $0.kind == .declared(.briefWaking) }).sorted(by: { $0.start < $1.start }) {
      guard let end = entry.end, entry.start < end else { continue }
      if let last = wakings.last, entry.start <= last.end {
        wakings[wakings.count - 1].end = max(last.end, end)
      } else {
        wakings.append((entry.start, end))
      }
    }
    return wakings
  }

  /// - Parameters: both in order, without overlaps.
  private static func without(
    _ wakings: [(start: Instant, end: Instant)], _ stretches: [SleepStretch]
  ) -> [SleepStretch] {
    var result: [SleepStretch] = []
    var next = 0
    for stretch in stretches {
      while next < wakings.count, wakings[next].end <= stretch.start { next += 1 }
      var rest = stretch
      var index = next
      while index < wakings.count, wakings[index].start < rest.end {
        var before = rest
        (before.end, before.isRunning) = (wakings[index].start, false)
        if before.start < before.end { result.append(before) }
        rest.start = wakings[index].end
        index += 1
      }
      if rest.start < rest.end || (rest.isRunning && rest.start == rest.end) { result.append(rest) }
    }
    return result
  }

  /// The part of it in a day; nil if there is none.
  func part(in day: DayWindow) -> SleepStretch? {
    guard start < day.end, end > day.start || (end == start && day.contains(start)) else { return nil }
    var part = self
    (part.start, part.end) = (max(start, day.start), min(end, day.end))
    return part
  }
}
