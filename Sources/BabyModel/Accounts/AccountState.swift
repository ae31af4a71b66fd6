/// How the daemon stands with its family server.
public enum AccountState: String, Hashable, Sendable, CaseIterable {
  /// No account: the daemon works alone.
  case onboarding
  case authenticated
  /// Logged out, or the server has ended the session.
  case unauthenticated
}
