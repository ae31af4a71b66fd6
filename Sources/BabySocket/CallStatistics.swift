package import BabyModel
package import BabyProtocol
import Synchronization

/// How often each method was called, how long it took, and the last errors. Holds names alone, and a few KiB.
package final class CallStatistics: Sendable {
  /// As many of the last errors are kept.
  private static let mostErrors = 20
  private static let knownNames = Set(allMethods.map { $0.name })

  private struct State {
    var methods: [String: Durations] = [:]
    var errors: [DaemonDiagnostics.PastError] = []
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Instant

  /// - Parameter now: dates errors.
  package init(now: @escaping @Sendable () -> Instant) { self.now = now }

  /// - Parameters:
  ///   - time: from the start of its work to its answer.
  ///   - error: what it was answered with, if it failed.
  func count(_ method: String, took time: Duration, error: ErrorCode?) {
    // Whatever else callers make up is one name.
    let name = Self.knownNames.contains(method) ? method : "unknown"
    state.withLock { state in
      state.methods[name, default: Durations()].add(time, failed: error != nil)
      guard let error else { return }
      if state.errors.count == Self.mostErrors { state.errors.removeFirst() }
      state.errors.append(.init(at: now(), method: name, error: error.name))
    }
  }

  /// By name of the method.
  package var methods: [DaemonDiagnostics.MethodTimes] {
    state.withLock { $0.methods }.sorted { $0.key < $1.key }.map { name, durations in
      .init(
        method: name, calls: durations.count, failed: durations.failed, p50: durations.quantile(0.5),
        p99: durations.quantile(0.99), longest: durations.longest)
    }
  }

  /// Oldest first.
  package var lastErrors: [DaemonDiagnostics.PastError] { state.withLock { $0.errors } }
}

/// Durations as counts: four classes for each doubling, so that a quantile is at most a fifth too high.
struct Durations {
  private(set) var count = 0
  private(set) var failed = 0
  /// In microseconds.
  private(set) var longest = 0
  private var classes = [UInt32](repeating: 0, count: 4 * 28)

  mutating func add(_ time: Duration, failed isFailure: Bool) {
    let microseconds = Int(time / .microseconds(1))
    count += 1
    if isFailure { failed += 1 }
    longest = max(longest, microseconds)
    classes[min(Self.index(microseconds), classes.count - 1)] += 1
  }

  /// In microseconds: the time within which this part of all calls finished.
  func quantile(_ part: Double) -> Int {
    var left = Int((Double(count) * part).rounded(.up))
    for (index, number) in classes.enumerated() {
      left -= Int(number)
      if left <= 0 { return min(Self.upperBound(index), longest) }
    }
    return longest
  }

  private static func index(_ microseconds: Int) -> Int {
    guard microseconds >= 4 else { return max(0, microseconds) }
    let doublings = Int.bitWidth - 1 - microseconds.leadingZeroBitCount
    return 4 * (doublings - 1) + (microseconds >> (doublings - 2)) & 3
  }

  private static func upperBound(_ index: Int) -> Int {
    guard index >= 4 else { return index }
    let doublings = index / 4 + 1
    return (4 + index % 4 + 1) << (doublings - 2) - 1
  }
}
