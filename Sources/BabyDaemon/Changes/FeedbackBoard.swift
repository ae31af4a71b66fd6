import BabyModel
import BabyProtocol

/// The errors that nobody has resolved yet: a database that could not be written.
struct FeedbackBoard {
  private(set) var unresolved: [FeedbackRecord] = []

  /// Takes in a write that failed.
  ///
  /// - Returns: what there is to tell; nil when everybody knows it, or when it is the caller's own affair.
  mutating func failed(_ error: RPCError) -> FeedbackRecord? {
    guard error.code.name.hasPrefix("store."), !unresolved.contains(where: { $0.id == error.code.name }) else {
      return nil
    }
    let record = FeedbackRecord(id: error.code.name, severity: .error, text: error.message)
    unresolved.append(record)
    return record
  }

  /// Takes in that something was written: the database works.
  mutating func committed() -> [FeedbackRecord] {
    defer { unresolved = [] }
    return unresolved.map { record in
      var record = record
      record.isResolved = true
      return record
    }
  }
}
