extension Words {
  // What fits on a status bar. Lengths of time come as text, since a bar of fixed width writes them its own way.

  /// "Sleeping 1h 04m", "Tummy time 4m"
  public static func running(_ kind: EntryKind, for length: String) -> String {
    "\(kind == .sleep ? "Sleeping" : title(kind)) \(length)"
  }

  /// How long ago the last one was: "Feed 2h 15m", "Diaper 45m"
  public static func since(_ kind: EntryKind, _ length: String) -> String { "\(title(kind)) \(length)" }

  /// How long ago the last sleep ended: "Awake 1h 10m"
  public static func awake(for length: String) -> String { "Awake \(length)" }

  /// "Feed in 25m"
  public static func due(_ kind: EntryKind, in length: String) -> String { "\(title(kind)) in \(length)" }

  /// "Feed overdue 10m"
  public static func overdue(_ kind: EntryKind, for length: String) -> String { "\(title(kind)) overdue \(length)" }

  /// What is shown while the daemon cannot be reached and nothing is known.
  public static let offline = "Offline"

  /// What stands below a page that may not be right any more.
  public static let offlineWithData = "Offline · Showing last known data"

  /// The age of what is shown while the daemon cannot be reached: "as of 8:24 PM"
  public static func asOf(_ clock: String) -> String { "as of \(clock)" }

  public static let noChild = "No child yet"
}
