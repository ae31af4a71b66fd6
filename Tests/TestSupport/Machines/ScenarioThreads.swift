import Foundation
import Synchronization

/// Threads for scenarios, which wait for processes, sockets and daemons in system calls: on Swift's own threads, one
/// for each core, they would block all other tests. They are not Dispatch's threads either, because Swift's are.
package final class ScenarioThreads: TaskExecutor {
  /// Three: each scenario has a daemon or two of its own.
  package static let shared = ScenarioThreads(count: 3)

  private let jobs = Mutex<[UnownedJob]>([])
  private let bell = DispatchSemaphore(value: 0)

  private init(count: Int) {
    for _ in 0..<count { Thread.detachNewThread { [self] in run() } }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    bell.signal()
  }

  private func run() {
    while true {
      bell.wait()
      jobs.withLock { $0.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
