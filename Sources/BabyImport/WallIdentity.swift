import BabyModel

extension LocalDateTime {
  /// The clock time as a part of what a row is known by: the same whatever the phone's way to write times, and whatever
  /// zone is said to be its own.
  var identity: String { "\(date) \(time.milliseconds / 1000)" }
}
