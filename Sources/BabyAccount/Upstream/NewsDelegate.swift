import AsyncHTTPClient
import BabyModel
import NIOCore
import NIOHTTP1
import Synchronization

/// Takes one stream of news as it comes, and gives it up when nothing comes any more.
final class NewsDelegate: HTTPClientResponseDelegate {
  typealias Response = Void

  private struct State {
    var reader = EventReader()
    var hasHeard = false
    /// Why it is given up, once that is known.
    var reason: NewsEnd?
    var timer: Scheduled<Void>?
  }

  /// The response is not the requested stream.
  private struct GivenUp: Error {}

  private let patience: TimeAmount
  private let heard: @Sendable (String) -> Void
  private let state = Mutex(State())

  /// - Parameter patience: the time limit for the first bytes after the request. A stream that takes longer is being
  ///   buffered on the way.
  init(patience: TimeAmount, heard: @escaping @Sendable (String) -> Void) {
    self.patience = patience
    self.heard = heard
  }

  /// Why it has ended.
  func end() -> NewsEnd {
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

  private func giveUp(_ reason: NewsEnd, _ task: HTTPClient.Task<Void>) -> EventLoopFuture<Void> {
    state.withLock { $0.reason = reason }
    return task.eventLoop.makeFailedFuture(GivenUp())
  }

  // MARK: What comes

  func didSendRequest(task: HTTPClient.Task<Void>) {
    if !state.withLock({ $0.hasHeard }) { wait(patience, task) }
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
    wait(.milliseconds(NewsSchedule.silence.inMilliseconds), task)
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
