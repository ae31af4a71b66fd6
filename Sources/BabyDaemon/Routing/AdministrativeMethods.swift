import BabyProtocol

/// What sets the daemon up for everybody who shares it: accounts, settings, and what replaces or erases all data.
enum AdministrativeMethods {
  private static let names: Set<String> = [
    SettingsSet.name, SettingsReset.name, AccountRegister.name, AccountLogin.name, AccountLogout.name,
    ShareCreate.name, ShareAccept.name, ShareRevoke.name, DataRestore.name, DataErase.name, ChildPurge.name,
  ]

  /// - Throws: `permissionDenied` when somebody calls such a method who may only log.
  static func authorize(_ method: String, for session: Session) throws(RPCError) {
    guard !session.isAdministrator, names.contains(method) else { return }
    throw RPCError(
      .permissionDenied,
      "On this daemon only root and members of the group \(Administrators.groupName) may call \(method).")
  }
}
