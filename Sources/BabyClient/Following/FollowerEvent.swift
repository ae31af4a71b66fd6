public import BabyProtocol

/// What a follower has to tell its owner.
public enum FollowerEvent: Hashable, Sendable {
  /// What is so. Everything that was told before is void, but for the events of log topics when `isResync` is false.
  case snapshot(ChangesSubscribe.Answer)
  /// Something has happened since.
  case change(ChangeEvent)
  /// The daemon cannot be followed for now. Told once for each reason, however often it is tried again.
  case lost(ClientError)
  /// A call has been answered, or will never be.
  case answered(id: Int64, Result<JSON, ClientError>)
}

extension FollowerEvent {
  /// Why it is of no use to go on: what was asked was refused, and would be again. A daemon that is stopping refuses
  /// everything, but for now only.
  package var refusal: ClientError? {
    guard case .lost(.refused(let error)) = self, !error.code.isRetryable else { return nil }
    return .refused(error)
  }
}
