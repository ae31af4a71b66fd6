package import BabyProtocol

/// An event on its way to one subscription.
package struct PushedEvent: Hashable, Sendable {
  package var subscription: Int
  package var topic: Topic
  /// Number of the last change that it takes in.
  package var seq: Int64
  /// The whole notification with its line feed.
  package var line: [UInt8]

  package init(subscription: Int, topic: Topic, seq: Int64, line: [UInt8]) {
    self.subscription = subscription
    self.topic = topic
    self.seq = seq
    self.line = line
  }
}

/// The destination of a client's events. Sending never blocks.
package protocol EventOutlet: Sendable {
  /// Holds events back until the call that is being worked on is answered, so that none comes before the answer to its
  /// subscription.
  func hold()

  /// Takes events of one subscription.
  ///
  /// - Returns: false if the client is too far behind: its subscription has ended, and it has been notified.
  func send(_ events: [PushedEvent]) -> Bool

  /// Tells the client that a subscription is over, and how far it got.
  func end(_ subscription: Int, lastSeq: Int64)

  /// Forgets what waits of a subscription.
  func forget(_ subscription: Int)

  /// Ends the events of all subscriptions: the daemon stops.
  func close()
}
