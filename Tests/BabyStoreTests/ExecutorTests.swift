import BabyModel
import BabyStore
import Dispatch
import Testing

/// An executor with one thread, as an event loop is.
private final class LoopExecutor: TaskExecutor {
  private static let key = DispatchSpecificKey<Bool>()
  private let queue = DispatchQueue(label: "loop")

  init() { queue.setSpecific(key: Self.key, value: true) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

@Suite("Where the store works")
struct ExecutorTests {
  @Test("neither a read nor a write keeps the caller's event loop busy, and both come back to it")
  func eventLoop() async throws {
    let fixture = try await Fixture()
    try await withTaskExecutorPreference(LoopExecutor()) {
      let isLoop = { LoopExecutor.isCurrent }
      #expect(isLoop())
      let readOnLoop = try await fixture.store.read { _ in LoopExecutor.isCurrent }
      #expect(isLoop())
      let wroteOnLoop = try await fixture.write { _ in LoopExecutor.isCurrent }
      #expect(isLoop())
      #expect(!readOnLoop)
      #expect(!wroteOnLoop)
    }
  }
}
