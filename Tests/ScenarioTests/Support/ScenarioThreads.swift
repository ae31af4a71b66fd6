import Foundation

/// Threads for scenarios, which wait for processes and sockets in system calls: on Swift's own threads, of which there
/// are as many as cores, they would hold up every other test.
final class ScenarioThreads: TaskExecutor {
  static let shared = ScenarioThreads()

  private let queue: OperationQueue

  private init() {
    queue = OperationQueue()
    // Each has a daemon or two of its own.
    queue.maxConcurrentOperationCount = 3
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.addOperation { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
