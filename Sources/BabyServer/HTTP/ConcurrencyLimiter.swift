import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import NIOCore
import NIOPosix
import Synchronization

/// Limits how many callers with the same key run at once; the others wait in order of arrival. Callers with different keys
/// do not wait for each other.
final class ConcurrencyLimiter<Key: Hashable & Sendable>: Sendable {
  /// The queue of a key is full.
  struct Crowded: Error {}

  private enum Admission { case turn, crowded, cancelled }

  private struct Waiter {
    let number: UInt64
    let continuation: CheckedContinuation<Admission, Never>
  }

  private struct Queue {
    var running = 0
    var waiting = CircularBuffer<Waiter>()
  }

  private struct State {
    /// Only of keys with a running caller.
    var queues: [Key: Queue] = [:]
    var lastNumber: UInt64 = 0

    mutating func remove(_ number: UInt64, of key: Key) -> Waiter? {
      guard let place = queues[key]?.waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return queues[key]?.waiting.remove(at: place)
    }
  }

  private let atOnce: Int
  private let mostWaiting: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - atOnce: how many callers with the same key may run at once.
  ///   - mostWaiting: how many more may wait.
  init(atOnce: Int, mostWaiting: Int = .max) { (self.atOnce, self.mostWaiting) = (atOnce, mostWaiting) }

  /// The number of waiting callers of all keys: for tests.
  var waiting: Int { state.withLock { $0.queues.values.reduce(0) { $0 + $1.waiting.count } } }

  /// Runs the body when it is the caller's turn.
  ///
  /// - Throws: what the body throws; `Crowded`; `CancellationError` if the caller is cancelled while it waits. It then leaves
  ///   the queue at once.
  func run<Value: Sendable>(_ key: Key, _ body: () async throws -> Value) async throws -> Value {
    try await begin(key)
    defer { end(key) }
    return try await body()
  }

  private func begin(_ key: Key) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let admission = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let admission = state.withLock { state -> Admission? in
          var queue = state.queues.removeValue(forKey: key) ?? Queue()
          defer { state.queues[key] = queue }
          if queue.running < atOnce {
            queue.running += 1
            return .turn
          }
          // Cancelled before there was anything to be taken out of the queue.
          if Task.isCancelled { return .cancelled }
          guard queue.waiting.count < mostWaiting else { return .crowded }
          queue.waiting.append(Waiter(number: number, continuation: continuation))
          return nil
        }
        if let admission { continuation.resume(returning: admission) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.remove(number, of: key) }
      waiter?.continuation.resume(returning: .cancelled)
    }
    switch admission {
    case .turn: return
    case .crowded: throw Crowded()
    case .cancelled: throw CancellationError()
    }
  }

  /// Passes the turn to the caller that has waited longest.
  private func end(_ key: Key) {
    let next = state.withLock { state -> Waiter? in
      if let next = state.queues[key]?.waiting.popFirst() { return next }
      state.queues[key]?.running -= 1
      if state.queues[key]?.running == 0 { state.queues[key] = nil }
      return nil
    }
    next?.continuation.resume(returning: .turn)
  }
}

/// Lets each account do one read at a time: however many requests and connections one has, others wait for one of them
/// at most.
final class AccountReadLimiter: Sendable {
  private enum Reader: Hashable {
    case account(UserID)
    /// A token whose account is not known yet, or that belongs to none; by its hash.
    case token([UInt8])
  }

  /// Of one account: all phones and machines of a family ask at once when something was logged.
  private static let mostWaiting = 64
  /// Of tokens whose account is remembered; with one more, all are forgotten and learnt again.
  private static let mostAccounts = 10_000

  private let limiter = ConcurrencyLimiter<Reader>(atOnce: 1, mostWaiting: mostWaiting)
  private let accounts = Mutex<[[UInt8]: UserID]>([:])

  /// How many wait for their turn, of all accounts: for tests.
  var waiting: Int { limiter.waiting }

  /// Reads when it is the token's turn.
  ///
  /// - Parameter token: the caller's; nil without a login: such a caller waits for nothing and may read next to nothing.
  /// - Throws: what the body throws; `APIError` with `rateLimited` where too many wait already; `CancellationError` for a
  ///   caller who was cancelled while waiting.
  func read<Value: Sendable>(for token: String?, _ body: () async throws -> Value) async throws -> Value {
    guard let token else { return try await body() }
    let hash = Secrets.hash(token)
    let reader = accounts.withLock { $0[hash] }.map(Reader.account) ?? .token(hash)
    do { return try await limiter.run(reader, body) } catch is ConcurrencyLimiter<Reader>.Crowded {
      throw APIError(.rateLimited, "This account asks for too much at once. Please wait.", retryAfter: 1)
    }
  }

  /// Notes whose a token is, so that all of an account's sessions have one turn.
  func learn(_ token: String?, of user: UserID) {
    guard let token else { return }
    let hash = Secrets.hash(token)
    accounts.withLock { accounts in
      guard accounts[hash] != user else { return }
      if accounts.count >= Self.mostAccounts { accounts = [:] }
      accounts[hash] = user
    }
  }
}

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
