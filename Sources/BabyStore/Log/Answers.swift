public import BabyModel
import GRDB

/// The answer that was given to a call, for when the call is sent again.
public struct StoredAnswer: Hashable, Sendable {
  /// The request.
  public let fingerprint: String
  public let answer: [UInt8]
  public let at: Instant
}

extension WriteTransaction {
  /// How long an answer is kept.
  public static let answerLifetime: Duration = .hours(7 * 24)

  /// The answer kept under a key, unless it is older than `answerLifetime`.
  public func storedAnswer(uid: UInt32, key: String) throws -> StoredAnswer? {
    try db.first(
      "SELECT \(AnswerRow.columns) FROM answer WHERE uid = ? AND key = ? AND at >= ?",
      [.integer(Int64(uid)), .text(key), .instant(context.at - Self.answerLifetime)]
    ) { (row: ResultRow<AnswerRow>) in
      StoredAnswer(fingerprint: row.text(.fingerprint), answer: row.bytes(.answer), at: row.instant(.at))
    }
  }

  /// Keeps the answer to this transaction's call, in place of an older one under the same key.
  public func storeAnswer(uid: UInt32, key: String, fingerprint: String, answer: [UInt8]) throws {
    try db.run(
      """
      INSERT INTO answer (uid, key, fingerprint, answer, at) VALUES (?1, ?2, ?3, ?4, ?5)
      ON CONFLICT (uid, key) DO UPDATE SET fingerprint = ?3, answer = ?4, at = ?5
      """,
      [.integer(Int64(uid)), .text(key), .text(fingerprint), .bytes(answer), .instant(context.at)])
  }
}

/// The parts of a stored answer.
private enum AnswerRow: Int32, Columns {
  case fingerprint, answer, at
  static let columns = ColumnList<Self>()
}
