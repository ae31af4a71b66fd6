import AsyncHTTPClient
import BabyModel
import NIOCore
import NIOHTTP1
import Synchronization

/// Takes one stream of news as it comes, and gives it up when nothing comes any more.
final class EventStreamDelegate: HTTPClientResponseDelegate {
  typealias Response = Void

  private struct State {
    var reader = EventReader()
    var hasHeard = false
    /// Why it is given up, once that is known.
    var reason: EventStreamEnd?
    var timer: Scheduled<Void>?
  }

  /// The response is not the requested stream.
  private struct StreamAbandoned: Error {}

  private let timeout: TimeAmount
  private let heard: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameter timeout: the time limit for the first bytes after the request. A stream that takes longer is being
  ///   buffered on the way.
  init(timeout: TimeAmount, heard: @escaping @Sendable (String) -> Void) {
    self.timeout = timeout
    self.heard = heard
  }

  /// Why it has ended.
  func end() -> EventStreamEnd {
    state.withLock { state in
      state.timer?.cancel()
      return state.reason ?? (state.hasHeard ? .broken : .unavailable)
    }
  }

  private func wait(_ time: TimeAmount, _ task: HTTPClient.Task<Void>) {
    let timer = task.eventLoop.scheduleTask(in: time) { [self] in
      state.withLock { state in
        if !state.hasHeard { state.reason = .silent }
      }
      task.cancel()
    }
    state.withLock { state in
      state.timer?.cancel()
      state.timer = timer
    }
  }

  private func giveUp(_ reason: EventStreamEnd, _ task: HTTPClient.Task<Void>) -> EventLoopFuture<Void> {
    state.withLock { $0.reason = reason }
    return task.eventLoop.makeFailedFuture(StreamAbandoned())
  }

  // MARK: What comes

  func didSendRequest(task: HTTPClient.Task<Void>) {
    if !state.withLock({ $0.hasHeard }) { wait(timeout, task) }
  }

  func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
    let isStream = head.headers.first(name: "Content-Type")?.lowercased().hasPrefix("text/event-stream") ?? false
    switch head.status.code {
    case 200 where isStream: return task.eventLoop.makeSucceededVoidFuture()
    case 401: return giveUp(.unauthorized, task)
    case 429, 503: return giveUp(.refused(retryAfter: head.headers.retryAfter), task)
    case 500...: return giveUp(.unavailable, task)
    default: return giveUp(.unsupported, task)
    }
  }

  func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
    wait(.milliseconds(EventStreamSchedule.silence.inMilliseconds), task)
    let id: String?
    do {
      id = try state.withLock { state throws(EventReader.TooLong) in
        state.hasHeard = true
        return try state.reader.take(buffer.readableBytesView)
      }
    } catch { return giveUp(.unsupported, task) }
    if let id { heard(id) }
    return task.eventLoop.makeSucceededVoidFuture()
  }

  func didFinishRequest(task: HTTPClient.Task<Void>) {}
}

extension HTTPHeaders {
  /// Whole seconds; neither our server nor its proxies send the date form.
  var retryAfter: Duration? {
    guard let seconds = first(name: "Retry-After").flatMap({ Int($0) }), seconds >= 0 else { return nil }
    return .seconds(Swift.min(seconds, 86_400))
  }
}

/// Reads server-sent events from a stream: only their ids matter.
package struct EventReader {
  /// Longest line that is taken, in bytes.
  static let longestLine = 1024

  /// The data is not an event stream.
  package struct TooLong: Error {}

  private var line: [UInt8] = []
  private var id = ""
  private var hasFields = false
  private var isOther = false

  package init() {}

  /// - Returns: the id of the last complete event, which may be empty; nil if there is none.
  /// - Throws: `TooLong`.
  package mutating func take(_ bytes: some Sequence<UInt8>) throws(TooLong) -> String? {
    var found: String?
    for byte in bytes {
      guard byte == UInt8(ascii: "\n") else {
        guard line.count < Self.longestLine else { throw TooLong() }
        line.append(byte)
        continue
      }
      if line.last == UInt8(ascii: "\r") { line.removeLast() }
      if line.isEmpty {
        if hasFields, !isOther { found = id }
        (hasFields, isOther) = (false, false)
      } else {
        takeField()
      }
      line.removeAll(keepingCapacity: true)
    }
    return found
  }

  private mutating func takeField() {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return }
    let value = String(decoding: line[(colon + 1)...].drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    hasFields = true
    switch String(decoding: line[..<colon], as: UTF8.self) {
    case "id": id = value
    case "event": isOther = value != "change"
    default: break
    }
  }
}
