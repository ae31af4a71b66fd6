// Medicines, and when the next dose may be given.
extension Words {
  /// "Tylenol was given 2:10 PM, and by what you noted may be given again from 8:10 PM on."
  public static func tooSoon(_ name: String, last: String, next: String) -> String {
    "\(name) was given \(last), and by what you noted may be given again from \(next) on."
  }

  /// "next from 8:10 PM", "may be given again"
  ///
  /// - Parameter isOver: the time has come.
  public static func nextDose(_ clock: String, isOver: Bool) -> String {
    isOver ? "may be given again" : "next from \(clock)"
  }

  /// "last 2:10 PM"
  public static func lastDose(_ clock: String) -> String { "last \(clock)" }

  /// "Tylenol may be given again": a statement about the log, and not advice to give it.
  public static func mayBeGivenAgain(_ name: String) -> String { "\(name) may be given again" }

  /// "2 of 4 in 24 hours", "2 in 24 hours"
  public static func doses(_ given: Int, of most: Int?) -> String {
    (most.map { "\(given) of \($0)" } ?? "\(given)") + " in 24 hours"
  }

  public static let noMedicine = "No medicine was given in the last 90 days"
}
