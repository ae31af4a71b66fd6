import BabyModel
import BabyStore

/// A write as its caller sent it, and the rules by which sending it again is no second write.
public struct WriteCall: Hashable, Sendable {
  public var caller: Caller
  /// Method and params, without the key: two calls with the same one ask for the same thing.
  public var fingerprint: String
  /// The caller's own key. Sent again, the call gets its first answer, for 7 days.
  public var idempotencyKey: String?
  /// Whether two calls with the same content within a second are one press of a button that bounced. Not so for undo
  /// and redo, where each press counts.
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

  private static let pressWindow: Duration = .seconds(1)

  /// The key under which the answer is kept; a press is kept under its client's name.
  private var key: String? {
    if let idempotencyKey { return "key:" + idempotencyKey }
    return coalescesPresses ? "press:" + caller.client : nil
  }

  /// The answer that the same call got before.
  ///
  /// - Throws: `BabyError.idempotencyKeyReused` when the key stands for another call.
  func earlierAnswer(in transaction: WriteTransaction, at now: Instant) throws -> [UInt8]? {
    guard !isDryRun, let key, let stored = try transaction.storedAnswer(uid: caller.uid, key: key) else { return nil }
    if let idempotencyKey {
      guard stored.fingerprint == fingerprint else { throw BabyError.idempotencyKeyReused(idempotencyKey) }
      return stored.answer
    }
    let age = now - stored.at
    return stored.fingerprint == fingerprint && age >= .zero && age <= Self.pressWindow ? stored.answer : nil
  }

  func keep(_ answer: [UInt8], in transaction: WriteTransaction) throws {
    guard !isDryRun, let key else { return }
    try transaction.storeAnswer(uid: caller.uid, key: key, fingerprint: fingerprint, answer: answer)
  }
}
