import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Synchronization
import Testing

@testable import BabyEngine

@Suite("Restoring during other writes")
struct RestoringTests {
  private static let noon = Instant(milliseconds: 1_795_262_400_000)
  private static let caller = Caller(uid: 1000, client: "test")

  @Test("confirmed writes are in the backup of the previous database; others are refused")
  func confirmed() async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/bbrestoring-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let engine = try Self.engine(directory + "/local.db")
    try await engine.write(as: Self.caller) { book in
      let born = try #require(LocalDate(year: 2026, month: 5, day: 1))
      _ = try book.addChild(ChildAdd.Params(name: "Eva", born: born, zone: "UTC"))
    }
    let yesterday = try engine.backUp()
    let confirmed = Confirmed()
    let outcome = try await withThrowingTaskGroup { group in
      for number in 0..<4 {
        group.addTask {
          for count in 0..<10_000 {
            let text = "\(number)-\(count)"
            do {
              try await engine.write(as: Self.caller) { book in
                _ = try book.logEntry(.init(entry: .note(), note: text))
              }
            } catch BabyError.storeReplaced {
              return
            }
            confirmed.texts.withLock { $0.append(text) }
            await Task.yield()
          }
          Issue.record("nothing was replaced meanwhile")
        }
      }
      while confirmed.texts.withLock({ $0.count }) < 20 { await Task.yield() }
      let outcome = try await engine.restore(from: engine.backups.file(named: yesterday.name))
      try await group.waitForAll()
      return outcome
    }
    // One that is refused after it makes nothing as it was.
    await #expect(throws: BabyError.self) { try await engine.restore(from: directory + "/none.db") }
    await #expect(throws: BabyError.storeReplaced(path: engine.store.path)) {
      try await engine.write(as: Self.caller) {
        _ = try $0.logEntry(.init(entry: .note(), note: "late"))
      }
    }
    try engine.store.close()

    let replaced = try #require(outcome.replaced)
    let before = try Self.engine(engine.backups.file(named: replaced.name))
    #expect(try await Self.notes(before).sorted() == confirmed.texts.withLock { $0.sorted() })
    let after = try Self.engine(directory + "/local.db")
    #expect(try await Self.notes(after) == [])
    for engine in [before, after] { try engine.store.close() }
  }

  @Test("a backup of another log is recognized by its children, and restored only on request")
  func otherLog() async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/bbrestoring-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let born = try #require(LocalDate(year: 2026, month: 5, day: 1))
    func engine(_ file: String, _ children: String...) async throws -> Engine {
      let engine = try Self.engine(directory + "/" + file)
      for name in children {
        try await engine.write(as: Self.caller) { book in
          _ = try book.addChild(ChildAdd.Params(name: name, born: born, zone: "UTC"))
          _ = try book.logEntry(.init(childID: name, entry: .note(), note: "of \(name)"))
        }
      }
      return engine
    }
    let here = try await engine("local.db", "Eva")
    // The same children with other ids, as after a reinstallation, count as the same.
    let again = try await engine("again.db", "eva")
    let other = try await engine("other.db", "Eva", "Mia")
    let empty = try await engine("empty.db")
    func backup(_ engine: Engine) throws -> String { try engine.backups.file(named: engine.backUp().name) }
    let file = try backup(other)
    await #expect(throws: BabyError.restoreOfOtherLog(OtherLog(strangers: ["Mia"], twice: ["Eva"], entries: 2))) {
      try await here.restore(from: file)
    }
    try await here.write(as: Self.caller) { book in
      _ = try book.logEntry(.init(entry: .note(), note: "later"))
    }
    // Both are of one instant, at which ids have no order.
    #expect(try await Self.notes(here).sorted() == ["later", "of Eva"])
    #expect(try await here.restore(from: backup(again)).entries == 1)
    #expect(try await empty.restore(from: file).children == 2)
    let reopened = try Self.engine(directory + "/local.db")
    #expect(try await reopened.restore(from: file, takesOtherLog: true).entries == 2)
    for engine in [here, again, other, empty, reopened] { try engine.store.close() }
  }

  @Test("a backup names its owner, and another account's is restored only on request")
  func otherAccount() async throws {
    let directory = FileManager.default.temporaryDirectory.path + "/bbrestoring-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: directory) }
    func account(_ user: UInt64, on host: String = "baby.example.org") throws -> LogOwner {
      .account(LogAccount(server: try ServerAddress("https://\(host)"), user: Identifier(high: 7, low: user)))
    }
    let (anna, ben) = (try account(1), try account(2))
    let eva = try await Self.child("Eva", in: directory + "/anna.db", of: anna)
    let file = try eva.backups.file(named: eva.backUp().name)
    func refusal(_ owner: LogOwner, _ path: String? = nil) async throws -> OtherLog? {
      let here = try await Self.child("Eva", in: directory + "/\(UUID().uuidString).db", of: owner)
      defer { try? here.store.close() }
      do {
        _ = try await here.restore(from: path ?? file)
        return nil
      } catch BabyError.restoreOfOtherLog(let other) { return other }
    }
    // An account is the same wherever its server is.
    for own in [anna, try account(1, on: "192.0.2.1")] { #expect(try await refusal(own) == nil) }
    for other in [ben, .machine] {
      #expect(
        try await refusal(other)
          == OtherLog(owner: anna, here: other, strangers: [], twice: ["Eva"], entries: 0))
    }
    // A plain copy says nothing of its own; where it never had a server, it is a machine's.
    try eva.store.close()
    #expect(
      try await refusal(anna, directory + "/anna.db")
        == OtherLog(owner: .machine, here: anna, strangers: [], twice: ["Eva"], entries: 0))
    #expect(try await refusal(.machine, directory + "/anna.db") == nil)
  }

  /// An engine on a new database with a child.
  private static func child(_ name: String, in path: String, of owner: LogOwner) async throws -> Engine {
    let engine = try engine(path, of: owner)
    try await engine.write(as: Self.caller) { book in
      let born = try #require(LocalDate(year: 2026, month: 5, day: 1))
      _ = try book.addChild(ChildAdd.Params(name: name, born: born, zone: "UTC"))
    }
    return engine
  }

  private final class Confirmed: Sendable {
    let texts = Mutex<[String]>([])
  }

  private static func engine(_ path: String, of owner: LogOwner? = nil) throws -> Engine {
    Engine(
      store: try Store.open(
        path: path, now: noon, owner: owner, readExecutor: globalConcurrentExecutor,
        writeExecutor: globalConcurrentExecutor),
      zones: ZoneDatabase(), ids: IDGenerator(), systemZone: "UTC"
    ) { noon }
  }

  private static func notes(_ engine: Engine) async throws -> [String] {
    try await engine.store.read { transaction in
      var notes: [String] = []
      for child in try transaction.children() {
        try transaction.eachEntry(of: child.id, after: nil) { entry in
          notes += [entry.note].compactMap(\.self)
          return true
        }
      }
      return notes
    }
  }
}
