extension Words {
  // Changes to a share.

  /// "Not sent, Eva is no longer shared with you: left breast · your version is kept"
  public static func notShared(_ entry: Entry, of child: String) -> String {
    line(["Not sent, \(child) is no longer shared with you: \(pending(entry))", "your version is kept"])
  }

  /// "Not sent, you may only read Eva's log now: left breast · your version is kept"
  public static func readOnly(_ entry: Entry, of child: String) -> String {
    line(["Not sent, you may only read \(child)'s log now: \(pending(entry))", "your version is kept"])
  }

  /// "Eva is no longer shared with you · 2 changes were not sent: bbctl inbox · earlier backups still have the log: bbctl
  /// backup --list"
  ///
  /// - Parameter unsent: changes that are in the inbox.
  public static func shareEnded(_ child: String, unsent: Int) -> String {
    line(
      ["\(child) is no longer shared with you"] + notSent(unsent)
        + ["earlier backups still have the log: bbctl backup --list"])
  }

  /// "Anna removed Eva · an owner can bring the log back: bbctl child restore Eva · 2 changes wait for that: bbctl queue"
  ///
  /// - Parameters:
  ///   - owner: who did it; nil if unknown.
  ///   - unsent: changes that were not sent.
  public static func removed(_ child: String, by owner: String?, unsent: Int) -> String {
    let waiting = "\(changes(unsent)) \(unsent == 1 ? "waits" : "wait") for that: bbctl queue"
    return line(
      [owner.map { "\($0) removed \(child)" } ?? "\(child) was removed"]
        + ["an owner can bring the log back: bbctl child restore \(child.shellQuoted)"] + (unsent == 0 ? [] : [waiting])
    )
  }

  /// "You may only read Eva's log now · 2 changes were not sent: bbctl inbox"
  public static func readsOnly(_ child: String, unsent: Int) -> String {
    line(["You may only read \(child)'s log now"] + notSent(unsent))
  }

  private static func notSent(_ count: Int) -> [String] {
    count == 0 ? [] : ["\(changes(count)) \(count == 1 ? "was" : "were") not sent: bbctl inbox"]
  }

  /// "Removed Ben · Eva"
  public static func memberRemoved(_ member: String, from child: String) -> String {
    line(["Removed \(member)", child])
  }

  /// "Left Eva"
  public static func left(_ child: String) -> String { "Left \(child)" }

  /// "Ben is now a viewer · Eva"
  public static func roleChanged(_ member: String, to role: Role, of child: String) -> String {
    line(["\(member) is now \(article(role))", child])
  }

  /// "Ben owns Eva now · you are a caregiver"
  public static func transferred(_ child: String, to member: String) -> String {
    line(["\(member) owns \(child) now", "you are a caregiver"])
  }

  /// "Sharing Eva as caregiver"
  public static func sharing(_ child: String, as role: Role) -> String { "Sharing \(child) as \(role.rawValue)" }

  /// "Revoked · Eva"
  public static func revoked(_ child: String) -> String { line(["Revoked", child]) }

  // Changes to the account.

  /// "Logged in as Anna · baby.example"
  public static func loggedIn(as name: String, host: String) -> String { line(["Logged in as \(name)", host]) }

  /// "Registered Anna · baby.example"
  public static func registered(_ name: String, host: String) -> String { line(["Registered \(name)", host]) }

  /// "Logged out", "Logged out · 3 unsent wait for the next login"
  public static func loggedOut(unsent count: Int) -> String {
    line(["Logged out"] + (count == 0 ? [] : ["\(unsent(count)) wait for the next login"]))
  }

  /// "Uploaded 42 entries", "Uploaded 1 entry · 1 new child", "Nothing to upload"
  public static func uploaded(entries: Int, children: Int) -> String {
    guard entries + children > 0 else { return "Nothing to upload" }
    let new = children == 0 ? [] : ["\(children) new \(children == 1 ? "child" : "children")"]
    return line(["Uploaded \(count(entries, .entries))"] + new)
  }
}
