import BabyAPI
import BabyModel
import BabyStore
import NIOCore
import NIOPosix
import Synchronization

/// Lets each account do one read at a time: however many requests and connections one has, others wait for one of them
/// at most.
final class ReadTurns: Sendable {
  /// The reader whose turn it is.
  private enum Reader: Hashable {
    case account(UserID)
    /// A token whose account is not known yet, or that belongs to none; by its hash.
    case token([UInt8])
  }

  private enum Admission { case turn, tooMany, cancelled }

  private struct Waiter {
    let number: UInt64
    let continuation: CheckedContinuation<Admission, Never>
  }

  private struct State {
    /// Each that reads now, with those that wait for it, in the order in which they came.
    var waiting: [Reader: CircularBuffer<Waiter>] = [:]
    var accounts: [[UInt8]: UserID] = [:]
    var lastNumber: UInt64 = 0

    mutating func remove(_ number: UInt64, waitingFor reader: Reader) -> Waiter? {
      guard let place = waiting[reader]?.firstIndex(where: { $0.number == number }) else { return nil }
      return waiting[reader]?.remove(at: place)
    }
  }

  /// Of one account: all phones and machines of a family ask at once when something was logged.
  private static let mostWaiting = 64
  /// Of tokens whose account is remembered; with one more, all are forgotten and learnt again.
  private static let mostAccounts = 10_000

  private let state = Mutex(State())

  /// How many wait for their turn, of all accounts: for tests.
  var waiting: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

  /// Reads when it is the token's turn.
  ///
  /// - Parameter token: the caller's; nil without a login: such a caller waits for nothing and may read next to nothing.
  /// - Throws: what the body throws; `APIError` with `rateLimited` where too many wait already; `CancellationError` for a
  ///   caller who was cancelled while waiting: the next one does not wait for it.
  func read<Value: Sendable>(for token: String?, _ body: () async throws -> Value) async throws -> Value {
    guard let token else { return try await body() }
    let reader = try await begin(Secrets.hash(token))
    defer { end(reader) }
    return try await body()
  }

  /// Notes whose a token is, so that all of an account's sessions have one turn.
  func learn(_ token: String?, of user: UserID) {
    guard let token else { return }
    let hash = Secrets.hash(token)
    state.withLock { state in
      guard state.accounts[hash] != user else { return }
      if state.accounts.count >= Self.mostAccounts { state.accounts = [:] }
      state.accounts[hash] = user
    }
  }

  private func begin(_ token: [UInt8]) async throws -> Reader {
    let (reader, number) = state.withLock { state in
      state.lastNumber += 1
      return (state.accounts[token].map(Reader.account) ?? .token(token), state.lastNumber)
    }
    let admission = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let admission = state.withLock { state -> Admission? in
          guard let waiting = state.waiting[reader] else {
            state.waiting[reader] = CircularBuffer()
            return .turn
          }
          // Cancelled before there was anything to be taken out of the queue.
          if Task.isCancelled { return .cancelled }
          guard waiting.count < Self.mostWaiting else { return .tooMany }
          state.waiting[reader]?.append(Waiter(number: number, continuation: continuation))
          return nil
        }
        if let admission { continuation.resume(returning: admission) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.remove(number, waitingFor: reader) }
      waiter?.continuation.resume(returning: .cancelled)
    }
    switch admission {
    case .turn: return reader
    case .tooMany:
      throw APIError(.rateLimited, "This account asks for too much at once. Please wait.", retryAfter: 1)
    case .cancelled: throw CancellationError()
    }
  }

  private func end(_ reader: Reader) {
    let next = state.withLock { state -> Waiter? in
      if let next = state.waiting[reader]?.popFirst() { return next }
      state.waiting[reader] = nil
      return nil
    }
    next?.continuation.resume(returning: .turn)
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
