import Synchronization

/// Limits concurrent pushes per service; a slow service does not delay the others.
final class PushLanes: Sendable {
  private struct Lane {
    var taken = 0
    /// The one that came first last.
    var waiting: [(id: Int, place: CheckedContinuation<Void, any Error>)] = []
  }

  private struct State {
    var lanes: [String: Lane] = [:]
    var count = 0
  }

  private let places: Int
  private let state = Mutex(State())

  /// - Parameter places: how many may be on the way to one service at once.
  init(places: Int) { self.places = places }

  /// Does something once there is a place.
  ///
  /// - Throws: `CancellationError` while it waits.
  func go<Value: Sendable>(to service: String, _ body: () async -> Value) async throws -> Value {
    try await enter(service)
    defer { leave(service) }
    return await body()
  }

  private func enter(_ service: String) async throws {
    let id = state.withLock { state in
      state.count += 1
      return state.count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { place in
        let outcome: Result<Void, any Error>? = state.withLock { state in
          if Task.isCancelled { return .failure(CancellationError()) }
          guard state.lanes[service, default: Lane()].taken >= places else {
            state.lanes[service, default: Lane()].taken += 1
            return .success(())
          }
          state.lanes[service, default: Lane()].waiting.insert((id, place), at: 0)
          return nil
        }
        if let outcome { place.resume(with: outcome) }
      }
    } onCancel: {
      let place = state.withLock { state in
        state.lanes[service]?.waiting.firstIndex { $0.id == id }.flatMap {
          state.lanes[service]?.waiting.remove(at: $0).place
        }
      }
      place?.resume(throwing: CancellationError())
    }
  }

  /// The place goes to who has waited longest.
  private func leave(_ service: String) {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      if let next = state.lanes[service]?.waiting.popLast() { return next.place }
      state.lanes[service]?.taken -= 1
      if state.lanes[service]?.taken == 0 { state.lanes[service] = nil }
      return nil
    }
    next?.resume()
  }
}
