extension Words {
  // Texts that fit on a status bar. Durations come as text, because a fixed-width bar formats them its own way.

  /// "Sleeping 1h 04m", "Tummy time 4m", "Bath 12m"
  public static func running(_ timer: TimerKey, for length: String) -> String {
    "\(timer.kind == .sleep ? "Sleeping" : timer.title) \(length)"
  }

  /// A feed that runs, the breast first that it is at: "Feeding left 12m · right 4m", "Feed paused · left 12m"
  ///
  /// - Parameter text: writes a length of time.
  public static func nursing(_ feeding: Feeding, now: Instant, _ text: (Duration) -> String) -> String {
    var sides = feeding.sides(at: now).map { (side: $0.side.rawValue, length: $0.length) }
    if sides.count > 1 { sides.removeAll { $0.length == .zero && $0.side != feeding.turn?.side.rawValue } }
    let lengths = sides.map { "\($0.side) \(text($0.length))" }
    return feeding.turn?.isPaused == true ? line(["Feed paused"] + lengths) : "Feeding " + line(lengths)
  }

  /// How long ago the last feed was: "Fed 2h 15m ago"
  public static func fed(_ length: String) -> String { "Fed \(length) ago" }

  /// The breast to offer next: "right next"
  public static func next(_ side: Side) -> String { "\(title(side).lowercased()) next" }

  /// How old what other caregivers have logged may be: "synced 9:02 PM", or when they were never heard of "not synced".
  public static func synced(_ clock: String?) -> String { clock.map { "synced \($0)" } ?? "not synced" }

  /// How long ago the last one was: "Feed 2h 15m", "Diaper 45m"
  public static func since(_ kind: EntryKind, _ length: String) -> String { "\(title(kind)) \(length)" }

  /// How long ago the last sleep ended: "Awake 1h 10m"
  public static func awake(for length: String) -> String { "Awake \(length)" }

  /// "Feed in 25m"
  public static func due(_ kind: EntryKind, in length: String) -> String { "\(title(kind)) in \(length)" }

  /// "Feed overdue 10m"
  public static func overdue(_ kind: EntryKind, for length: String) -> String { "\(title(kind)) overdue \(length)" }

  /// Shown while the daemon cannot be reached and nothing is known.
  public static let offline = "Offline"

  /// Shown beside data that may be outdated: "Offline · Showing last known data"
  public static let offlineWithData = line([offline, lastKnown])

  /// The same after the session has ended.
  public static let loggedOutWithData = line(["Logged out", lastKnown])

  private static let lastKnown = "Showing last known data"

  /// The age of the data while the daemon cannot be reached: "as of 8:24 PM"
  public static func asOf(_ clock: String) -> String { "as of \(clock)" }

  public static let noChild = "No child yet"

  /// The heading of due and predicted events.
  public static let expected = "Next"
}
