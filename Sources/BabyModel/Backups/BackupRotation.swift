/// Which backups are kept: the newest three, the last of each of the newest seven days that have one, and the last of
/// each of the newest four weeks.
///
/// Days and weeks without a backup are not counted: a machine that was off loses nothing.
public enum BackupRotation {
  /// How old the newest backup is when it is time for another.
  public static let interval: Duration = .hours(24)

  private static let newest = 3
  private static let days = 7
  private static let weeks = 4

  /// - Parameter made: when backups were made, in any order.
  public static func expired(among made: [Instant]) -> [Instant] {
    var days: Set<Int> = []
    var weeks: Set<Int> = []
    return made.sorted(by: >).enumerated().compactMap { index, instant in
      let day = Int(instant.milliseconds / LocalDate.millisecondsPerDay)
      let isDayKept = days.count < Self.days && days.insert(day).inserted
      let isWeekKept = weeks.count < Self.weeks && weeks.insert(day / 7).inserted
      return index < newest || isDayKept || isWeekKept ? nil : instant
    }
  }

  /// Whether it is time for another. It is, too, when the clock has been set back by as much.
  ///
  /// - Parameter newest: may be some seconds ahead, because several backups in one second get names with later seconds.
  public static func isDue(at now: Instant, newest: Instant?) -> Bool {
    guard let newest else { return true }
    return now - newest >= interval || newest - now >= interval
  }
}
