import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Dispatch
import Foundation
import Synchronization

/// A machine that merges what a server says, whatever that is: it takes it or leaves it, and can show its log after it.
package final class PageMerge: Sendable {
  private let directory: String
  private let engine: Engine
  private static let caller = Caller(uid: 1000, client: "fuzz")

  package init() async throws {
    directory = FileManager.default.temporaryDirectory.path + "/babyfuzz-" + UUID().uuidString
    engine = Engine(
      store: try Store.open(
        path: directory + "/account-fuzz.db", now: now, keepsOutbox: true, readExecutor: globalConcurrentExecutor,
        writeExecutor: globalConcurrentExecutor), zones: ZoneDatabase(),
      ids: IDGenerator(), systemZone: "Europe/Berlin"
    ) { now }
  }

  deinit {
    try? engine.store.close()
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Merges the page that the bytes are, twice, and reads everything back.
  package func run(_ bytes: [UInt8]) async throws {
    guard let json = try? JSON(parsing: bytes), let page = try? RemotePage(reading: json) else { return }
    for _ in 0..<2 { _ = try? await engine.merge(page, tag: nil, me: "Anna") }
    try await engine.readAgain { Entry(kept: $0) }
    try await engine.read(Self.caller) { book in
      for child in try book.transaction.children(includingRemoved: true) {
        _ = try book.transaction.entries(EntryQuery(child: child.id))
        _ = try book.transaction.rhythm(child.id)
        // A zone that this machine does not know is reported elsewhere.
        _ = try? book.reminders(of: child)
      }
      _ = try book.transaction.inbox(limit: 100)
      _ = try book.transaction.syncState()
    }
  }

  /// For a fuzzer, which waits for each input, on a machine that has seen those before.
  static func check(_ bytes: [UInt8]) throws {
    let done = DispatchSemaphore(value: 0)
    let failure = Failure()
    Task {
      do { try await shared.machine.run(bytes) } catch { failure.set(error) }
      done.signal()
    }
    done.wait()
    if let error = failure.error { throw Finding("a page was merged, and then: \(error)") }
  }

  private static let shared = Shared()
}

/// The machine that is used now; a new one now and then, for its log only grows.
private actor Shared {
  private var current: PageMerge?
  private var uses = 0

  var machine: PageMerge {
    get async throws {
      uses += 1
      if let current, uses % 2_000 != 0 { return current }
      let new = try await PageMerge()
      current = new
      return new
    }
  }
}

private final class Failure: Sendable {
  private let kept = Mutex<(any Error)?>(nil)

  func set(_ error: any Error) { kept.withLock { $0 = error } }
  var error: (any Error)? { kept.withLock { $0 } }
}
