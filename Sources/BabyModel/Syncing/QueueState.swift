/// How far a change has come on its way to the family server.
///
/// The outbox holds what is `waiting` or has `failed`; the others are told of what is on its way, and of what has left it.
public enum QueueState: String, CaseIterable, Sendable {
  /// It is sent by itself.
  case waiting
  /// It is being sent.
  case sending
  /// It waits for a person, or for the server to answer again.
  case failed
  /// The server has it.
  case sent
  /// It is not sent any more: a person, or somebody else's version, has taken it back.
  case discarded
}
