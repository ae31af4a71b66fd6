extension Words {
  // Changes to the sessions and the account itself.

  /// "Renamed the session to living-room"
  public static func renamedSession(_ name: String) -> String { "Renamed the session to \(name)" }

  /// "Ended the session living-room · babybasicsd"
  public static func endedSession(_ name: String?) -> String { "Ended the session " + (name ?? unnamedSession) }

  public static let unnamedSession = "without a name"

  /// "Ended 2 other sessions", "There are no other sessions"
  public static func endedSessions(_ count: Int) -> String {
    count == 0 ? "There are no other sessions" : "Ended \(count) other \(count == 1 ? "session" : "sessions")"
  }

  /// Additional effects of a new password.
  public static let passwordChanged = "The password is changed · all other sessions have ended"

  /// "You are Anna Maria · anna@example.org"
  public static func accountChanged(_ name: String, email: String) -> String { line(["You are \(name)", email]) }
}
