import BabyClient
import BabyModel
import BabyProtocol
import Glibc

/// Waits for what happens to the family and for instants, as long as somebody reads what is written.
struct FollowLoop: ~Copyable {
  private let follower: Follower
  private let output: Int32
  private let inputs: [Int32]
  private var timer = WallTimer()

  /// - Parameters:
  ///   - output: the descriptor that is written to; -1 when it is none that can be lost.
  ///   - inputs: others that may have something to read, for somebody else.
  init(_ follower: Follower, output: Int32, inputs: [Int32] = []) {
    self.follower = follower
    self.output = output
    self.inputs = inputs
  }

  /// What has happened, after waiting for it, for an instant, or for something to read from the inputs.
  ///
  /// - Returns: nil when the reader is gone.
  mutating func next(until instant: Instant?) -> [FollowerEvent]? {
    timer.set(instant)
    while true {
      let events = follower.process()
      if !events.isEmpty { return events }
      var polls = [
        pollfd(fd: follower.descriptor, events: follower.events, revents: 0),
        pollfd(fd: timer.descriptor, events: Int16(POLLIN), revents: 0),
        // Without any event poll still tells when the reader is gone.
        pollfd(fd: output, events: 0, revents: 0),
      ]
      polls += inputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&polls, nfds_t(polls.count), follower.millisecondsLeft) > 0 else { continue }
      if polls[2].revents & Int16(POLLERR | POLLNVAL) != 0 { return nil }
      if polls[1].revents != 0 {
        timer.acknowledge()
        return []
      }
      if polls.dropFirst(3).contains(where: { $0.revents != 0 }) { return [] }
    }
  }
}
