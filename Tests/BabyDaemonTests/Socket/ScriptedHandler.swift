import BabyEngine
import BabyProtocol
import Synchronization

@testable import BabyDaemon
@testable import BabySocket

/// Answers as the tests need it:
/// `now` at once and `later` from a task, both with the count of calls so far; `gate` when the test opens the gate;
/// `commit` as `gate` but deaf to cancellation; `refused` and `broken` by throwing; `large` with `bytes` bytes.
final class ScriptedHandler: RequestHandler {
  /// The methods in the order in which work on them began.
  var begun: [String] { log.withLock { $0.begun } }
  /// The methods that came to their end, `x cancelled` for those that were cancelled.
  var ended: [String] { log.withLock { $0.ended } }
  let gate = Gate()
  let committed = Gate()

  private let log = Mutex((begun: [String](), ended: [String]()))
  private let onBegin: @Sendable (Request, Int) -> Void

  /// - Parameter onBegin: runs on the event loop, with how many calls have begun.
  init(onBegin: @escaping @Sendable (Request, Int) -> Void = { _, _ in }) { self.onBegin = onBegin }

  func immediateResult(for request: Request, session: ClientSession) -> [UInt8]? {
    guard request.method == "now" else { return nil }
    return Self.result(begin(request))
  }

  func result(for request: Request, session: ClientSession) async throws(RPCError) -> [UInt8] {
    let count = begin(request)
    do {
      switch request.method {
      case "later": break
      case "large": return Self.text(Int(request.params["bytes"]?.integerValue ?? 0))
      case "gate": try await gate.wait()
      case "commit": await committed.waitUncancelled()
      case "refused": throw RPCError(.timerNotRunning, "No sleep is running.")
      case "broken": throw TestFailure("Eva's secret")
      case "hello": session.clientName = request.params["client"]?.stringValue
      case "whoami":
        return Self.json(["client": .string(session.clientName ?? ""), "uid": .integer(Int64(session.peer.uid))])
      default: throw RPCError(.methodNotFound, "There is no such method.")
      }
    } catch {
      log.withLock { $0.ended.append(error is CancellationError ? "\(request.method) cancelled" : request.method) }
      throw RPCError(error)
    }
    log.withLock { $0.ended.append(request.method) }
    return Self.result(count)
  }

  private func begin(_ request: Request) -> Int {
    let count = log.withLock {
      $0.begun.append(request.method)
      return $0.begun.count
    }
    onBegin(request, count)
    return count
  }

  private static func result(_ count: Int) -> [UInt8] { json(["count": .integer(Int64(count))]) }
  private static func text(_ bytes: Int) -> [UInt8] { json(["text": .string(String(repeating: "x", count: bytes))]) }
  private static func json(_ json: JSON) -> [UInt8] { Array(json.text.utf8) }
}

/// Lets tasks wait for the test, and the test for the tasks.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiters: [CheckedContinuation<Void, any Error>] = []
    var arrivals: [CheckedContinuation<Void, Never>] = []
    var arrived = false
  }

  private let state = Mutex(State())

  func open() {
    let waiters = state.withLock { state in
      state.isOpen = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Comes back when the gate is open; throws when the task is cancelled.
  func wait() async throws {
    try await withTaskCancellationHandler {
      try await enter()
      try Task.checkCancellation()
    } onCancel: {
      cancelWaiters()
    }
  }

  func waitUncancelled() async { try? await enter() }

  /// Returns once a caller waits at the gate.
  func arrival() async {
    await withCheckedContinuation { continuation in
      let hasArrived = state.withLock { state in
        if !state.arrived { state.arrivals.append(continuation) }
        return state.arrived
      }
      if hasArrived { continuation.resume() }
    }
  }

  private func enter() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      let (passes, arrivals) = state.withLock { state in
        if !state.isOpen { state.waiters.append(continuation) }
        state.arrived = true
        defer { state.arrivals = [] }
        return (state.isOpen, state.arrivals)
      }
      for arrival in arrivals { arrival.resume() }
      if passes { continuation.resume() }
    }
  }

  private func cancelWaiters() {
    let waiters = state.withLock { state in
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(throwing: CancellationError()) }
  }
}
