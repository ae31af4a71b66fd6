/// The result of sending a message to a service.
enum PushOutcome: Hashable, Sendable {
  /// The service has it.
  case taken
  /// There is no such browser any more.
  case gone
  /// It was not taken, and may be later.
  case busy(retryAfter: Duration?)
  /// Nothing was sent: there is no way to the service.
  case unreachable
  /// It was sent, and it is unknown whether it was accepted.
  case uncertain
  case refused(status: Int)

  /// - Parameter retryAfter: the header; a date in it counts as none.
  init(status: Int, retryAfter: String?) {
    switch status {
    case 200...299: self = .taken
    case 404, 410: self = .gone
    case 429, 500...599:
      let seconds = retryAfter.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
      self = .busy(retryAfter: seconds.map { .seconds(min($0, 86_400)) })
    default: self = .refused(status: status)
    }
  }
}

/// When a message that was not taken is sent again.
struct PushRetry: Hashable, Sendable {
  /// Before each further attempt, at least.
  var waits: [Duration] = [.seconds(5), .seconds(30), .seconds(120), .seconds(600)]
  /// At most, however long a service asks to wait.
  var longest: Duration = .seconds(600)

  /// - Parameter attempts: how often it was sent.
  /// - Returns: how long to wait; nil to give up, also if it may have been accepted: no message is sent twice.
  func wait(after outcome: PushOutcome, attempts: Int) -> Duration? {
    guard attempts >= 1, attempts <= waits.count else { return nil }
    let wait = waits[attempts - 1]
    switch outcome {
    case .busy(let asked): return min(max(asked ?? wait, wait), longest)
    case .unreachable: return wait
    case .taken, .gone, .uncertain, .refused: return nil
    }
  }
}
