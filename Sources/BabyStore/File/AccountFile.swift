/// Each account has a database of its own, so that two never mix.
public enum AccountFile {
  /// - Parameter account: id of an account, made of letters, digits and hyphens; nil without one.
  public static func path(dataDirectory: String, account: String? = nil) -> String {
    dataDirectory + "/" + (account.map { "account-\($0).db" } ?? "local.db")
  }

  /// Whether a file in the data directory is a database, a copy of one, or lies beside one.
  static func isDatabase(_ name: String) -> Bool {
    name.hasPrefix("local.db") || (name.hasPrefix("account-") && name.contains(".db"))
  }
}
