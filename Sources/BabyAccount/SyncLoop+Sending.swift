import BabyEngine
import BabyModel
import BabyProtocol
import Logging
import Synchronization

/// Sends one thing at a time, has the engine apply the answer, and notes what prevents any request.
extension SyncLoop {
  /// Sends an entry again that the server has lost.
  ///
  /// - Returns: whether it is settled.
  func sendAgain(
    _ lost: UnknownEntry, _ session: AccountManager.ServerSession, _ engine: Engine, _ logger: Logger
  ) async throws -> Bool {
    var theirs: UnknownEntry?
    do { theirs = try await session.upstream.sendAgain(lost) } catch {
      guard case .refused = error else { return await failed(error, session, engine, logger) }
    }
    try await engine.settle(lost: lost.id, as: theirs)
    return true
  }

  /// - Returns: whether it is settled.
  func send(
    _ setting: PendingSetting, _ session: AccountManager.ServerSession, _ engine: Engine, _ logger: Logger
  ) async throws -> Bool {
    let result: Result<SharedSetting, Refusal>
    do {
      result = .success(try await session.upstream.send(setting))
      if setting.isRepeated { state.withLock { $0.schedule.wake() } }
    } catch {
      guard case .refused(let refusal) = error else { return await failed(error, session, engine, logger) }
      result = .failure(refusal)
    }
    try await engine.settle(setting, result)
    return true
  }

  func send(
    _ write: PendingWrite, _ session: AccountManager.ServerSession, _ engine: Engine, _ logger: Logger
  ) async throws {
    syncStatus.onItsWay = write.id
    defer { syncStatus.onItsWay = nil }
    let result = await session.upstream.send(write)
    // A daemon that is stopping does not know the result, and asks again after its next start.
    if case .unavailable = result, Task.isCancelled { return }
    if try await hasMoved(write, result, session, engine, logger) { return }
    let outcome = try await engine.settle(write, result, skew: session.upstream.skew)
    switch outcome {
    case .unauthorized: await accounts.ended(session)
    case .sent:
      // The server answers: what others have done meanwhile is worth asking for.
      state.withLock { state in
        state.schedule.wake()
        state.hasSent = true
      }
      if case .child(let child, isNew: true, base: _) = write.content { try await engine.resyncIfUnsure(of: child.id) }
    // Whether the server is still there is found out at once, and not at the next poll.
    case .retrying(_, _, at: _, isFirst: true) where syncStatus.current.state == .online:
      state.withLock { $0.schedule.wake() }
    default: break
    }
    tell(BannerRecord.about(outcome))
  }

  /// Gives a child another id if the server uses its id for another family's child: the same log was uploaded to
  /// another account.
  ///
  /// - Returns: whether the change belonged to such a child, and is obsolete.
  private func hasMoved(
    _ write: PendingWrite, _ result: SendResult, _ session: AccountManager.ServerSession, _ engine: Engine,
    _ logger: Logger
  ) async throws -> Bool {
    // A new child that is not found belongs to another account. Only once: do not repeat this in a loop.
    guard case .child(let child, isNew: true, base: _) = write.content, case .refused(let refusal) = result,
      refusal.status == 404, !state.withLock({ $0.moved.contains(child.id) }),
      let id = try await engine.moveTakenChild(child.id, to: session.account.user)
    else { return false }
    state.withLock { _ = $0.moved.insert(id) }
    logger.notice("a child's id is taken on the server", metadata: ["child": "\(child.id)", "now": "\(id)"])
    return true
  }

  /// - Returns: whether nothing is left to be sent, because the session is over; if not, the next poll finds out
  ///   whether the server is there.
  @discardableResult
  func failed(
    _ error: UpstreamError, _ session: AccountManager.ServerSession, _ engine: Engine, _ logger: Logger
  ) async -> Bool {
    switch error {
    case .unauthorized, .wrongCredentials:
      await accounts.ended(session)
      return true
    case .rateLimited(let retryAfter): failed(Words.tooManyRequests, retryAfter: retryAfter, engine)
    case .refused(let refusal): failed(refusal.message, engine)
    case .tooOld: failed(RPCError(error).message, engine)
    case .unavailable(let outage):
      logger.debug("the server was not reached", metadata: ["reason": "\(outage.kind)"])
      failed(Words.reason(outage), engine)
    }
    return false
  }
}

extension Outage {
  /// For the log, without the words that a server may have chosen.
  fileprivate var kind: String {
    switch self {
    case .network: "network"
    case .timeout: "timeout"
    case .server(let status): "status \(status)"
    case .badAnswer: "bad answer"
    case .tooLarge: "too large"
    }
  }
}
