extension Words {
  // Menu items.

  /// "Log left breast", "Log right breast · next"
  public static func log(_ side: Side, isNext: Bool) -> String {
    line(["Log \(title(side).lowercased()) breast"] + (isNext ? ["next"] : []))
  }

  /// "Log bottle · 120 ml"
  public static func logBottle(_ volume: Volume, in unit: VolumeUnit) -> String {
    line(["Log bottle", amount(volume, in: unit)])
  }

  /// "Log wet diaper"
  public static func log(_ type: DiaperType) -> String { "Log \(title(type).lowercased()) diaper" }

  /// "Log nap · 10 min"
  public static func logNap(_ length: Duration) -> String { line(["Log nap", self.length(length)]) }

  /// "Log tummy time · 5 min"
  public static func logTummyTime(_ length: Duration) -> String { line(["Log tummy time", self.length(length)]) }

  /// "Start sleep", "Start tummy time"
  public static func start(_ timer: TimerKey) -> String { "Start \(timer.noun)" }

  /// "Start feed · left breast"
  public static func startFeed(_ side: Side) -> String { line([start(.feeding), "\(side.rawValue) breast"]) }

  /// "Switch to right breast"
  public static func switchSides(to side: Side) -> String { "Switch to \(side.rawValue) breast" }

  public static let pauseFeed = "Pause feed"
  public static let resumeFeed = "Resume feed"

  /// "Stop sleep · since 8:14 PM"
  public static func stop(_ timer: TimerKey, since clock: String) -> String {
    line(["Stop \(timer.noun)", "since \(clock)"])
  }

  /// "Undo “Logged left breast”"; "Undo last change" where it is not known which that is.
  public static func undo(_ label: String?) -> String { label.map { "Undo “\($0)”" } ?? "Undo last change" }

  /// "Log brief waking"
  public static func log(_ kind: KindDeclaration) -> String { "Log \(kind.title.lowercased())" }

  /// Asks for the details of an entry of the kind: "Log medicine…"
  public static func say(_ kind: KindDeclaration) -> String { log(kind) + "…" }

  /// The prompt for typing then: "Medicine:"
  public static func sayPrompt(_ kind: KindDeclaration) -> String { "\(kind.title):" }

  /// Asks for a line in one's own words.
  public static let sayIt = "Say it…"

  /// The prompt for typing then.
  public static let sayPrompt = "Say it, such as bottle 4oz at 3pm:"

  /// Stands over what can be meant.
  public static let whichOne = "Which one?"

  /// "Log for Eva"
  public static func log(for child: String) -> String { "Log for \(child)" }

  /// "Retry failed (2)"
  public static func retryFailed(_ count: Int) -> String { "Retry failed (\(count))" }

  /// "· 2 more", for those that are not shown.
  public static func more(_ count: Int) -> String { "\(count) more" }
}
