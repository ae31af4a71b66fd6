import BabyProtocol

/// What sets the daemon up for everybody who shares it: accounts, settings, and what replaces or erases all data.
enum AdministrativeMethods {
  private static let names: Set<String> = [
    "settings.set", "settings.reset", "account.register", "account.login", "account.logout", "share.create",
    "share.accept", "share.revoke", "data.restore", "data.erase",
  ]

  /// - Throws: `permissionDenied` when somebody calls such a method who may only log.
  static func authorize(_ method: String, for session: Session) throws(RPCError) {
    guard !session.isAdministrator, names.contains(method) else { return }
    throw RPCError(
      .permissionDenied,
      "On this daemon only root and members of the group \(Administrators.groupName) may call \(method).")
  }
}
