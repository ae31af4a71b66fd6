/// How far a change has come on its way to the family server.
///
/// The outbox holds changes that are `waiting` or have `failed`; the other states are only announced: being sent, and
/// gone.
public enum QueueState: String, CaseIterable, Sendable {
  /// It is sent by itself.
  case waiting
  /// It is being sent.
  case sending
  /// It waits for a person, or for the server to answer again.
  case failed
  /// The server has it.
  case sent
  /// It will not be sent: it was discarded, or another person's version has replaced it.
  case discarded
}
