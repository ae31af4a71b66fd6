package import BabyClient
package import BabyModel
import BabyProtocol
import Glibc

/// Waits for events and points in time, while the output is read.
package struct FollowLoop: ~Copyable {
  private let follower: Follower
  private let output: Int32
  private let inputs: [Int32]
  private var timer = WallTimer()

  /// - Parameters:
  ///   - output: the descriptor that is written to; -1 if it cannot be closed by a reader.
  ///   - inputs: other descriptors to poll, for the caller.
  package init(_ follower: Follower, output: Int32, inputs: [Int32] = []) {
    self.follower = follower
    self.output = output
    self.inputs = inputs
  }

  /// Returns the events after waiting for them, for a point in time, or for one of the inputs.
  ///
  /// - Returns: nil when the reader is gone.
  package mutating func next(until instant: Instant?) -> [FollowerEvent]? {
    timer.set(instant)
    while true {
      let events = follower.process()
      if !events.isEmpty { return events }
      var polls = [
        pollfd(fd: follower.descriptor, events: follower.events, revents: 0),
        pollfd(fd: timer.descriptor, events: Int16(POLLIN), revents: 0),
        // With no events requested, poll still reports that the reader is gone.
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
