import BabyModel

extension LocalDateTime {
  /// The clock time as a part of a row's identity: independent of the phone's time format and of the assumed zone.
  var identity: String { "\(date) \(time.milliseconds / 1000)" }
}
