import CSystemd
import Glibc
import SystemCalls

/// A moment by which something has to be done, so that it takes as long as it may in all, however many calls it needs.
public struct BusDeadline: Sendable {
  private let due: Duration

  public init(in limit: Duration) { due = SystemClock.monotonic + limit }

  public var isOver: Bool { left == .zero }

  /// How long `poll(2)` may wait for it, in milliseconds.
  public var pollLimit: Int32 { milliseconds(left) }

  private var left: Duration { max(.zero, due - SystemClock.monotonic) }
}

extension Bus {
  /// Calls a method and waits for its answer, and for the connection to the bus when that is still being made.
  ///
  /// - Parameter startsService: starts a service that is not running but known to the bus.
  public func call(
    _ member: BusMember, _ arguments: [BusValue] = [], until deadline: BusDeadline, startsService: Bool = true
  ) throws(BusError) -> [BusValue] {
    var answer: Result<[BusValue], BusError>?
    try call(member, arguments, within: .seconds(60 * 60), startsService: startsService) { answer = $0 }
    while true {
      try process()
      if let answer { return try answer.get() }
      guard !deadline.isOver else { throw BusError(code: -ETIMEDOUT) }
      var polled = pollfd(fd: descriptor, events: events, revents: 0)
      poll(&polled, 1, pollLimit < 0 ? deadline.pollLimit : min(deadline.pollLimit, pollLimit))
    }
  }

  /// How long `poll(2)` may wait for the bus before `process()` has to be called, in milliseconds; -1 for any time.
  public var pollLimit: Int32 { deadline.map { milliseconds(max(.zero, $0 - SystemClock.monotonic)) } ?? -1 }
}

/// Rounded up, so that nobody wakes up just before the time.
private func milliseconds(_ duration: Duration) -> Int32 {
  let (whole, rest) = (duration.inMicroseconds / 1000, duration.inMicroseconds % 1000)
  return Int32(clamping: whole + (rest > 0 ? 1 : 0))
}
