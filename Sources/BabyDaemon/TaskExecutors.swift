import BabySocket
import CProcess
import Foundation
import Glibc
import NIOCore
import NIOPosix
import Synchronization

// Where tasks run: all of them here. Swift's own thread pool is Dispatch's, which wakes up each second for as long as
// the process lives to count its threads; a daemon that has nothing to do should do nothing.

/// Runs tasks on threads that may wait for a disk: one that reads a lot and one for everybody else.
final class ThreadPoolTaskExecutor: TaskExecutor {
  private let pool = NIOThreadPool(numberOfThreads: 2)

  init() { pool.start() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    pool.submit { [self] _ in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

/// Runs tasks one after the other on a separate thread, which may block on a disk.
///
/// The thread waits for a byte from a socket: sending one tells the kernel that the sender is about to wait, and the
/// two take turns on one core. Waking the other core takes a virtual machine longer than all the rules of a call. For
/// that reason, too, it stays awake for a moment between the jobs of a series, such as those of a script that logs
/// several entries; after a single job it sleeps at once.
final class DiskThread: TaskExecutor {
  /// Jobs that come this soon after each other are a series.
  private static let longestPause: Duration = .microseconds(250)

  private struct State {
    var jobs = CircularBuffer<UnownedJob>()
    var isWaiting = false
  }

  private let state = Mutex(State())
  private let bell: (inside: CInt, outside: CInt)

  init() throws {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw SocketError.lastSystemError("make", "a socket pair")
    }
    bell = (ends[0], ends[1])
    Thread.detachNewThread { [self] in
      process_name_thread("disk")
      run()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isWaiting = state.withLock { state in
      state.jobs.append(job)
      defer { state.isWaiting = false }
      return state.isWaiting
    }
    if isWaiting { _ = write(bell.outside, [0], 1) }
  }

  private func run() {
    // No series yet.
    var lastPause = Self.longestPause
    while true {
      if let job = state.withLock({ $0.jobs.popFirst() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else {
        let begin = ContinuousClock.now
        if lastPause >= Self.longestPause || !hasJob(before: begin + Self.longestPause) { sleep() }
        lastPause = ContinuousClock.now - begin
      }
    }
  }

  /// Stays awake for a while.
  private func hasJob(before end: ContinuousClock.Instant) -> Bool {
    repeat {
      if state.withLock({ !$0.jobs.isEmpty }) { return true }
      sched_yield()
    } while ContinuousClock.now < end
    return false
  }

  /// Waits for a job, unless there is one.
  private func sleep() {
    let isWaiting = state.withLock { state in
      state.isWaiting = state.jobs.isEmpty
      return state.isWaiting
    }
    guard isWaiting else { return }
    var byte: UInt8 = 0
    _ = read(bell.inside, &byte, 1)
  }
}
