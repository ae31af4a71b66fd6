/// The one table of words that people read, in every client: the apps' own where they have them.
///
/// Clock times are written from local times, since thin clients know no zones.
public enum Words {
  /// Stands between the parts of a line.
  public static let separator = " · "

  public static let nothingToday = "No events yet today"
  /// Where a day comes to nothing that is counted: there may have been a bath.
  public static let nothingCounted = "No feed, diaper or sleep today"
  public static let noEvents = "No events"

  // Completed actions.

  /// "Logged left breast", "Logged bottle · 120 ml · 15 min", "Sleep started"
  ///
  /// A note's text is private and stays out of it.
  public static func logged(_ entry: Entry, units: VolumeUnit) -> String {
    entry.isRunning ? started(entry) : line(["Logged \(noun(entry))"] + measures(entry, units: units))
  }

  /// "Sleep started", "Feed started · left breast"
  public static func started(_ entry: Entry) -> String {
    line(["\(entry.timer.title) started"] + (entry.turn.map { ["\($0.side.rawValue) breast"] } ?? []))
  }

  /// "Sleep ended · 1h 04m", "Feed ended · left 12 min · right 4 min"
  public static func stopped(_ entry: Entry) -> String {
    let sides = sideLengths(entry)
    return line(
      ["\(entry.timer.title) ended"] + (sides.isEmpty ? [entry.duration.map(length)].compactMap(\.self) : sides))
  }

  /// "Switched to the right breast · left 12 min", "Feed paused · left 12 min", "Feed resumed · left breast"
  public static func took(_ step: NursingStep, _ entry: Entry) -> String {
    guard case .feeding(let feeding) = entry.content, let turn = feeding.turn else { return updated(entry) }
    switch step {
    case .switchSides:
      let left = feeding[turn.side.opposite].map { ["\(turn.side.opposite.rawValue) \(length($0))"] } ?? []
      return line(["Switched to the \(turn.side.rawValue) breast"] + left)
    case .pause: return line(["\(title(entry.kind)) paused"] + sideLengths(entry))
    case .resume: return line(["\(title(entry.kind)) resumed", "\(turn.side.rawValue) breast"])
    }
  }

  /// "Sleep cancelled"
  public static func cancelled(_ timer: TimerKey) -> String { "\(timer.title) cancelled" }

  /// "Eva", "Eva and Tom", "Eva, Tom and Ann"; empty without names.
  public static func listed(_ names: [String]) -> String {
    guard names.count > 1, let last = names.last else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and " + last
  }

  /// In place of `updated`, if the entry already has the requested values.
  public static let nothingChanged = "Nothing changed"

  /// "Updated wet diaper"
  public static func updated(_ entry: Entry) -> String { "Updated \(noun(entry))" }

  /// "Deleted feed", "Deleted bath"
  public static func deleted(_ timer: TimerKey) -> String { "Deleted \(timer.noun)" }

  /// "Deleted 3 entries"
  public static func deleted(_ count: Int) -> String { "Deleted \(self.count(count, .entries))" }

  /// "Restored feed", "Restored bath"
  public static func restored(_ timer: TimerKey) -> String { "Restored \(timer.noun)" }

  /// "Undid: Logged left breast"
  public static func undid(_ label: String) -> String { "Undid: \(label)" }

  /// "Redid: Logged left breast"
  public static func redid(_ label: String) -> String { "Redid: \(label)" }

  /// "Sleeping 1h 04m", "Tummy time 4m", "Feeding left 12m · right 4m", "Feed paused · left 12m"
  public static func running(_ entry: Entry, now: Instant) -> String {
    if case .feeding(let feeding) = entry.content { return nursing(feeding, now: now, duration) }
    return running(entry.timer, since: entry.start, now: now)
  }

  /// "Sleeping 1h 04m", "Tummy time 4m", "Bath 12m"
  public static func running(_ timer: TimerKey, since start: Instant, now: Instant) -> String {
    running(timer, for: duration(max(now - start, .zero)))
  }

  /// Parts that are there, with the separator between them.
  ///
  /// The library's `joined` is resolved at run time unless it is specialized for its caller, and then takes longer than
  /// everything else here.
  public static func line(_ parts: [String], separator: String = separator) -> String {
    var line = parts.first ?? ""
    for part in parts.dropFirst() {
      line += separator
      line += part
    }
    return line
  }
}
