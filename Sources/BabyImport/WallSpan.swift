import BabyModel

/// When a row says that something was: clock times without a zone, and how many minutes it took.
struct WallSpan {
  var start: LocalDateTime
  var end: LocalDateTime?
  var minutes: Int?

  /// The instants meant.
  ///
  /// In the night in which clocks go back, a time stands for two instants. The length decides: of the choices in which
  /// the end is not before the start, it is the one that fits the minutes best. Where they do not decide, the first
  /// instant is taken and flagged. A time that the clocks left out is taken as the first instant after it and flagged. What
  /// ended as it began and took some minutes ended after them.
  func resolve(in zone: ZoneRules) -> FlaggedSpan {
    let end = end == start && minutes ?? 0 > 0 ? nil : end
    let starts = zone.instants(of: start)
    let ends = end.map(zone.instants(of:))
    var resolved = FlaggedSpan(start: starts.earliest, end: ends?.earliest)
    if starts.isInGap || ends?.isInGap == true { resolved.flags.append(.skippedTime) }

    var best = Int.max
    var isUndecided = false
    for start in starts.all {
      for end in ends?.all.map(Optional.some) ?? [nil] where end.map({ $0 >= start }) ?? true {
        let choice = FlaggedSpan(start: start, end: end, flags: resolved.flags)
        let misfit = choice.misfit(to: minutes)
        if misfit == best { isUndecided = true }
        if misfit < best {
          best = misfit
          isUndecided = false
          resolved = choice
        }
      }
    }
    if isUndecided { resolved.flags.append(.ambiguousTime) }
    if end == nil, let minutes { resolved.end = resolved.start + .seconds(minutes * 60) }
    return resolved
  }
}

struct FlaggedSpan: Hashable {
  var start: Instant
  var end: Instant?
  var flags: [ImportFlag] = []

  /// The whole minutes that really passed.
  var minutes: Int? { end.map { Int(($0 - start).wholeMinutes) } }

  /// By how many minutes the length differs; 0 where there is nothing to compare.
  fileprivate func misfit(to expected: Int?) -> Int {
    guard let minutes, let expected else { return 0 }
    return abs(minutes - expected)
  }
}

extension LocalInstants {
  fileprivate var all: [Instant] {
    if case .twice(let first, let second) = self { [first, second] } else { [earliest] }
  }

  fileprivate var isInGap: Bool {
    if case .never = self { true } else { false }
  }
}
