/// Where a session's token is kept.
public enum TokenPlace: String, Hashable, Sendable, CaseIterable {
  /// Handed over by systemd; it cannot be changed from here.
  case credential
  /// The desktop's keyring, by the Secret Service.
  case keyring
  /// A file for this user alone, in the directory of the databases.
  case file
}
