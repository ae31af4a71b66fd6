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

/// Where a client's events go. Nobody waits for it.
package protocol EventOutlet: Sendable {
  /// Holds events back until the call that is being worked on is answered, so that none comes before the answer to its
  /// subscription.
  func hold()

  /// Takes events of one subscription.
  ///
  /// - Returns: false when the client is too far behind: it has been told that the subscription is over.
  func send(_ events: [PushedEvent]) -> Bool

  /// Tells the client that a subscription is over, and how far it got.
  func end(_ subscription: Int, lastSeq: Int64)

  /// Forgets what waits of a subscription.
  func forget(_ subscription: Int)

  /// There will be no more events of any subscription: the daemon stops.
  func close()
}
