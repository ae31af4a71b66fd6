import BabyModel

// Texts that several figures share.

extension Words {
  /// In a table, where nothing is known.
  static let noValue = "–"

  /// How much longer than 24 hours a day is: "+1h", "-1h"; nil for most days.
  static func clockChange(in day: DayWindow) -> String? {
    let change = day.end - day.start - .hours(24)
    if change == .zero { return nil }
    return change > .zero ? "+\(duration(change))" : "-\(duration(.zero - change))"
  }

  /// "40m more than in the 14 days before"
  ///
  /// - Parameter difference: above zero.
  static func compared(_ difference: String, _ more: String, days: Int) -> String {
    "\(difference) \(more) than \(days == 1 ? "the day" : "in the \(Words.days(days))") before"
  }

  static func asBefore(days: Int) -> String { "as \(days == 1 ? "the day" : "in the \(Words.days(days))") before" }
}
