import NIOCore
import NIOPosix

// Where tasks run: all of them here. Swift's own thread pool is Dispatch's, which wakes up each second for as long as the process lives
// to count its threads; a daemon that has nothing to do should do nothing.

/// Runs tasks on an event loop, between its other work.
final class EventLoopTaskExecutor: TaskExecutor {
  private let eventLoop: any EventLoop

  init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    eventLoop.execute { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// Runs tasks on threads that may wait for a disk: one that reads a lot and one for everybody else.
final class ThreadPoolTaskExecutor: TaskExecutor {
  private let pool = NIOThreadPool(numberOfThreads: 2)

  init() { pool.start() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { [self] _ in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
