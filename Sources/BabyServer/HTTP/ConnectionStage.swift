import NIOCore

/// How far a connection is, and until when it has to be further.
struct ConnectionStage {
  private let limits: ServerLimits
  /// When a request's head has to be there.
  private var headDeadline: NIODeadline
  /// When the request that is under way has to be read and answered.
  private var requestDeadline: NIODeadline
  /// When the client has to have taken some of what it is being sent.
  private var writeDeadline: NIODeadline?
  /// When the client has to have closed the connection; nil until the server has finished.
  private var goodbyeDeadline: NIODeadline?
  private var unanswered = 0
  private var isReading = false
  private var writes = 0
  private(set) var hasSpoken = false
  /// Since when it is the client's turn, to ask, to go on asking, or to take an answer; nil when it is the server's.
  private(set) var clientsTurn: NIODeadline?

  init(limits: ServerLimits, now: NIODeadline) {
    self.limits = limits
    headDeadline = now + limits.request
    requestDeadline = headDeadline
    clientsTurn = now
  }

  /// Whether the client is waited for, and nothing is under way.
  var isWaiting: Bool { writes == 0 && (goodbyeDeadline != nil || (unanswered == 0 && !isReading)) }

  /// Whether the answer is on its way, or taken, and the request still is not there as a whole.
  var isLingering: Bool { isReading && unanswered == 0 }

  var deadline: NIODeadline {
    writeDeadline ?? goodbyeDeadline ?? (isWaiting ? headDeadline : requestDeadline)
  }

  /// Whether the client has pipelined more than the limit without reading the answers.
  var isOverrun: Bool { unanswered > 1 + limits.requestsAhead }

  mutating func headIsRead(at now: NIODeadline) {
    if isWaiting { requestDeadline = now + limits.request }
    unanswered += 1
    isReading = true
    hasSpoken = true
    clientsTurn = now
  }

  mutating func requestIsRead(at now: NIODeadline) {
    isReading = false
    headDeadline = now + limits.idle
    if writes == 0 { clientsTurn = isWaiting ? now : nil }
  }

  mutating func writeBegins(at now: NIODeadline) {
    if writes == 0 { writeDeadline = now + limits.write }
    writes += 1
    if clientsTurn == nil { clientsTurn = now }
  }

  /// - Parameter isLast: whether that was the end of an answer.
  mutating func writeEnds(at now: NIODeadline, isLast: Bool) {
    writes -= 1
    if isLast {
      unanswered -= 1
      // Answered before it was read to its end: the rest is not needed.
      if isReading, unanswered == 0 { requestDeadline = min(requestDeadline, now + limits.goodbye) }
    }
    writeDeadline = writes == 0 ? nil : now + limits.write
    // The next piece of this answer, or the answer to the request behind it.
    if unanswered > 0 { requestDeadline = now + limits.request }
    headDeadline = now + limits.idle
    if writes == 0 { clientsTurn = isWaiting || isReading ? now : nil }
  }

  /// The server has finished: the client only has to close the connection.
  mutating func outputIsClosed(at now: NIODeadline) { goodbyeDeadline = now + limits.goodbye }
}
