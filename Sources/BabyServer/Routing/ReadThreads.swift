import BabyStore
import NIOPosix

/// Threads for reading the database, which may wait for a disk: those that serve connections never do.
final class ReadThreads: TaskExecutor {
  private let pool = NIOThreadPool(numberOfThreads: ServerStore.mostReads)

  init() { pool.start() }

  /// Ends the threads, once all that is to be read has been read.
  func stop() async throws { try await pool.shutdownGracefully() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Runs even after the threads have ended, because the caller waits for it.
    pool.submit { [self] _ in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
