import BabyModel

/// A length of time as Baby Buddy writes it, by the way on which it came: `06:00:00`, `1 06:00:00`, `1 day, 6:00:00`,
/// `P1DT06H00M00S`.
enum BabyBuddyDuration {
  /// - Returns: whole seconds; nil for anything else, and for less than nothing.
  static func seconds(_ text: String) -> Int? {
    guard text.utf8.count <= 40, !text.contains("-") else { return nil }
    let whole = text.prefix { $0 != "." }
    let numbers = whole.split { !("0"..."9").contains($0) }.map { plainInteger($0, digits: 5) }
    guard numbers.count == 3 || numbers.count == 4, !numbers.contains(nil) else { return nil }
    let parts = Array([0] + numbers.compactMap(\.self)).suffix(4)
    return zip(parts, [86_400, 3600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// The same of what a database has.
  ///
  /// - Parameter microseconds: nil is returned for more than a year of them, and for less than none.
  static func text(microseconds: Int64) -> String? {
    guard (0...366 * 86_400_000_000).contains(microseconds) else { return nil }
    let seconds = microseconds / 1_000_000
    return [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
      .joined(separator: ":")
  }
}
