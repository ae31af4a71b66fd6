import BabyModel

@testable import BabyAccount
@testable import BabyEngine

extension SyncedMachine {
  func log(_ text: String, of child: String = "Eva") async throws {
    try await engine.write(as: Caller(uid: 1000, client: "test")) { book in
      _ = try book.logEntry(.note(), child: child, note: text)
    }
  }

  /// Entries that are not deleted, by id.
  func live() async throws -> [Entry] {
    try await engine.read(Caller(uid: 1000, client: "test")) { book in
      try book.transaction.storedEntries(after: nil, limit: 10_000).map(\.entry).filter { $0.deletedAt == nil }
    }
  }
}

extension Engine {
  func counts() async throws -> QueueCounts {
    try await read(Caller(uid: 1000, client: "test")) { try $0.queueCounts() }
  }
}
