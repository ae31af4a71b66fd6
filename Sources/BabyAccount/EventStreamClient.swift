import BabyModel
import Synchronization

/// Keeps the server's event stream open while a client would show changes, and notifies the sync loop, which then polls
/// the server. It is only a hint: nothing is lost without it.
///
/// It has no loop and no timer of its own: the sync loop passes it the current state whenever it checks what is due.
final class EventStreamClient: Sendable {
  private struct State {
    var schedule = EventStreamSchedule()
    /// The stream that is open, the session that it is for, and since when.
    var open: (stream: EventStreamHandle, session: Int, since: Instant)?
    /// Tells the stream that is open from earlier ones.
    var number = 0
    var end: EventStreamEnd?
    var news: String?
    var isOver = false
  }

  private let note: @Sendable () -> Void
  private let jitter: @Sendable () -> Double
  private let state = Mutex(State())

  /// - Parameters:
  ///   - jitter: 0 ..< 1, at random.
  ///   - note: called when something was heard or the stream has ended, on any thread.
  init(jitter: @escaping @Sendable () -> Double, note: @escaping @Sendable () -> Void) {
    self.jitter = jitter
    self.note = note
  }

  /// The id of the last event since the last time; an empty one is news in any case.
  func takeEvent() -> String? {
    state.withLock { state in
      defer { state.news = nil }
      return state.news
    }
  }

  /// Trying again is worth its while.
  func wake() { state.withLock { $0.schedule.wake() } }

  /// Opens the stream or closes it.
  ///
  /// - Parameters:
  ///   - session: nil without a session, as with a locked keyring.
  ///   - isWanted: whether a client would show changes.
  ///   - isReachable: whether the server has answered the last time.
  /// - Returns: when to call it again; nil if nothing is scheduled.
  func reconcile(
    _ session: AccountManager.ServerSession?, isWanted: Bool, isReachable: Bool, now: Instant
  ) -> Instant? {
    let (closed, opened, next) = state.withLock { state -> (EventStreamHandle?, Int?, Instant?) in
      if let end = state.end, let open = state.open {
        state.schedule.ended(end, after: now - open.since, at: now, jitter: jitter())
        (state.open, state.end) = (nil, nil)
      }
      var closed: EventStreamHandle?
      if let open = state.open, !isWanted || open.session != session?.number {
        closed = open.stream
        state.open = nil
        state.number += 1
      }
      guard session != nil, isWanted, isReachable, state.open == nil, !state.isOver else { return (closed, nil, nil) }
      let next = state.schedule.next(now: now)
      guard next <= now else { return (closed, nil, next) }
      state.number += 1
      state.end = nil
      return (closed, state.number, nil)
    }
    closed?.close()
    if let opened, let session { open(session, number: opened, now: now) }
    return next
  }

  private func open(_ session: AccountManager.ServerSession, number: Int, now: Instant) {
    let stream = session.upstream.followEvents { [self] id in
      heard(number) { $0.news = id }
    } ended: { [self] end in
      heard(number) { state in
        state.end = end
        // Whether it is the session that has ended, a poll finds out.
        if end == .unauthorized { state.news = "" }
      }
    }
    state.withLock { $0.open = (stream, session.number, now) }
  }

  private func heard(_ number: Int, _ body: (inout State) -> Void) {
    let isCurrent = state.withLock { state in
      guard state.number == number else { return false }
      body(&state)
      return true
    }
    if isCurrent { note() }
  }

  /// Closes the stream for good.
  func close() {
    let open = state.withLock { state in
      defer { (state.open, state.isOver) = (nil, true) }
      state.number += 1
      return state.open
    }
    open?.stream.close()
  }
}

/// The time of the last client activity, and whether it matters for polling.
final class ActivityTracker: Sendable {
  private let lastCall = Atomic<Int64>(.min)
  private let isNews = Atomic(false)

  var last: Instant? {
    let last = lastCall.load(ordering: .relaxed)
    return last == .min ? nil : Instant(milliseconds: last)
  }

  /// - Returns: whether this changes what is due.
  func noteActivity(at now: Instant) -> Bool {
    lastCall.store(now.milliseconds, ordering: .relaxed)
    return isNews.load(ordering: .relaxed) && isNews.exchange(false, ordering: .relaxed)
  }

  /// - Parameter isIdle: whether the next poll was scheduled for an idle daemon.
  func pollScheduled(isIdle: Bool) { isNews.store(isIdle, ordering: .relaxed) }
}
