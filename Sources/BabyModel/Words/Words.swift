/// The one table of words that people read, in every client: the apps' own where they have them.
///
/// Clock times are written from local times, since thin clients know no zones.
public enum Words {
  /// Stands between the parts of a line.
  public static let separator = " · "

  public static let nothingToday = "No events yet today"
  public static let noEvents = "No events"

  // What was done

  /// "Logged left breast", "Logged bottle · 120 ml · 15 min", "Sleep started"
  ///
  /// A note's text is private and stays out of it.
  public static func logged(_ entry: Entry, units: VolumeUnit) -> String {
    entry.isRunning ? started(entry.kind) : line(["Logged \(noun(entry))"] + measures(entry, units: units))
  }

  /// "Sleep started"
  public static func started(_ kind: EntryKind) -> String { "\(title(kind)) started" }

  /// "Sleep ended · 1h 04m"
  public static func stopped(_ entry: Entry) -> String {
    line(["\(title(entry.kind)) ended"] + [entry.duration.map(length)].compactMap(\.self))
  }

  /// "Sleep cancelled"
  public static func cancelled(_ kind: EntryKind) -> String { "\(title(kind)) cancelled" }

  /// "Updated wet diaper"
  public static func updated(_ entry: Entry) -> String { "Updated \(noun(entry))" }

  /// "Deleted feed"
  public static func deleted(_ kind: EntryKind) -> String { "Deleted \(title(kind).lowercased())" }

  /// "Deleted 3 entries"
  public static func deleted(_ count: Int) -> String { "Deleted \(self.count(count, .entries))" }

  /// "Restored feed"
  public static func restored(_ kind: EntryKind) -> String { "Restored \(title(kind).lowercased())" }

  /// "Undid: Logged left breast"
  public static func undid(_ label: String) -> String { "Undid: \(label)" }

  /// "Redid: Logged left breast"
  public static func redid(_ label: String) -> String { "Redid: \(label)" }

  /// "Sleeping 1h 04m", "Tummy time 4m"
  public static func running(_ kind: EntryKind, since start: Instant, now: Instant) -> String {
    running(kind, for: duration(max(now - start, .zero)))
  }

  /// Parts that are there, with the separator between them.
  static func line(_ parts: [String]) -> String { parts.joined(separator: separator) }
}
