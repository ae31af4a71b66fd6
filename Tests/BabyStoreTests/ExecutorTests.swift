import BabyModel
import BabyStore
import Dispatch
import Synchronization
import Testing

/// An executor with one thread, as an event loop is.
private final class LoopExecutor: TaskExecutor {
  private static let key = DispatchSpecificKey<Bool>()
  private let queue = DispatchQueue(label: "loop")
  private let jobs = Atomic(0)

  init() { queue.setSpecific(key: Self.key, value: true) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.add(1, ordering: .relaxed)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// How often it has been given something to do.
  var jobCount: Int { jobs.load(ordering: .relaxed) }

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

@Suite("Where the store works")
struct ExecutorTests {
  @Test("neither a read nor a write blocks the caller's event loop, and both return to it")
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

  @Test("a family server's reads do not block the threads that serve connections")
  func server() async throws {
    let directory = TemporaryDirectory()
    let reader = LoopExecutor()
    let store = try ServerStore.open(path: directory.path + "/server.db", now: noon, readExecutor: reader)
    try await withTaskExecutorPreference(globalConcurrentExecutor) {
      #expect(reader.jobCount == 0)
      _ = try await store.read { try $0.lastSeq() }
      let isStillThere = LoopExecutor.isCurrent
      #expect(reader.jobCount > 0 && !isStillThere)
    }
    try store.close()
  }

  @Test("a read that follows the writes runs on their thread, and any other does not")
  func behindWrites() async throws {
    let fixture = try await Fixture()
    let writer = LoopExecutor()
    let store = try Store.open(path: fixture.path, now: noon, writeExecutor: writer)
    _ = try await store.read { try $0.lastSeq() }
    #expect(writer.jobCount == 0)
    _ = try await store.read(behindWrites: true) { try $0.lastSeq() }
    #expect(writer.jobCount > 0)
    try store.close()
  }
}
