import BabyModel
import BabyStore

/// A write as its caller sent it, and the rules that detect a repeat.
public struct WriteCall: Hashable, Sendable {
  public var caller: Caller
  /// Method and params, without the key: two calls with the same one ask for the same thing.
  public var fingerprint: String
  /// The caller's own key. Sent again, the call gets its first answer, for 7 days.
  public var idempotencyKey: String?
  /// Whether two calls with the same content within a second, and nothing in between, are one press of a button that
  /// bounced.
  public var coalescesPresses: Bool
  public var isDryRun: Bool

  public init(
    caller: Caller, fingerprint: String, idempotencyKey: String?, coalescesPresses: Bool, isDryRun: Bool
  ) {
    self.caller = caller
    self.fingerprint = fingerprint
    self.idempotencyKey = idempotencyKey
    self.coalescesPresses = coalescesPresses
    self.isDryRun = isDryRun
  }

  /// The answer that the same call got before.
  ///
  /// - Throws: `BabyError.idempotencyKeyReused` when the key stands for another call.
  func earlierAnswer(in transaction: WriteTransaction, or presses: PressMemory) throws -> WriteOutcome? {
    guard !isDryRun else { return nil }
    if let idempotencyKey {
      guard let stored = try transaction.storedAnswer(uid: caller.uid, key: idempotencyKey) else { return nil }
      guard stored.fingerprint == fingerprint else { throw BabyError.idempotencyKeyReused(idempotencyKey) }
      // Sending a key again asks for the result of the first call.
      return WriteOutcome(answer: stored.answer, isRepeated: false)
    }
    guard coalescesPresses else { return nil }
    return try presses.answer(to: fingerprint, of: caller, in: transaction).map {
      WriteOutcome(answer: $0, isRepeated: true)
    }
  }

  /// Keeps the answer to a key with the write itself, and to a press once the write is committed.
  ///
  /// - Parameter before: number of the last change before the write.
  func keep(
    _ answer: [UInt8], in transaction: WriteTransaction, or presses: PressMemory, after before: Int64
  ) throws {
    guard !isDryRun else { return }
    if let idempotencyKey {
      try transaction.storeAnswer(uid: caller.uid, key: idempotencyKey, fingerprint: fingerprint, answer: answer)
    } else if coalescesPresses {
      transaction.afterCommit { [unowned transaction] in
        presses.keep(answer, to: fingerprint, of: caller, in: transaction, after: before)
      }
    }
  }
}

/// The result of a write.
public struct WriteOutcome: Hashable, Sendable {
  public var answer: [UInt8]
  /// It was the same press once more: the answer is the first one's, and nothing was done.
  public var isRepeated: Bool
}
