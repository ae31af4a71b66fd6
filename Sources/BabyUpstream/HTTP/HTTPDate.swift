import BabyModel

extension Instant {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Reads the `Date` header of an HTTP message (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
  ///
  /// Nil for anything else, the two forms that are obsolete included.
  init?(httpDate text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[0].last == ",", parts[5] == "GMT",
      let month = Self.months.firstIndex(of: String(parts[2]))
    else { return nil }
    self.init(rfc3339: "\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4])Z")
  }
}
