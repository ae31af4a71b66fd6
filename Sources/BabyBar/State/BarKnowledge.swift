import BabyClient
import BabyModel
import BabyProtocol

/// Everything that a bar has been told, and when it lost sight of the daemon.
struct BarKnowledge {
  /// Whether the daemon is there.
  enum Link: Hashable {
    /// Nothing has been heard yet.
    case waiting
    case live
    case lost(ClientError, since: Instant)
  }

  private(set) var link = Link.waiting
  /// Nil while nothing is known, and while there is no child.
  private(set) var dashboard: DashboardGet.Answer?
  /// Those that were not removed, in their order.
  private(set) var children: [ChildRecord] = []
  /// How the family server is reached; nil while that is not known.
  private(set) var connection: ConnectionRecord?
  /// Errors of the daemon's that are not resolved.
  private var errors: [FeedbackRecord] = []
  /// What is shown for a while: a warning, or why a click had no effect.
  private var passing: Trouble?

  init() {}

  /// What the daemon has answered; nil when there is no child.
  mutating func learn(_ dashboard: DashboardGet.Answer?) {
    link = .live
    self.dashboard = dashboard
  }

  mutating func learn(_ connection: ConnectionRecord) { self.connection = connection }

  mutating func learn(_ event: FollowerEvent, at now: Instant) {
    switch event {
    case .snapshot(let answer):
      learn(answer.snapshot.dashboard)
      if let children = answer.snapshot.children { learn(children) }
      connection = answer.snapshot.connection
      errors = answer.snapshot.feedback?.unresolved ?? []
    case .change(let event): learn(event, at: now)
    case .lost(let error):
      // The reason may change while it is away; the age of what is shown does not.
      if case .lost(_, let since) = link { link = .lost(error, since: since) } else { link = .lost(error, since: now) }
    case .answered: break
    }
  }

  private mutating func learn(_ event: ChangeEvent, at now: Instant) {
    guard event.data != .null else {
      if event.topic == .dashboard { dashboard = nil }
      return
    }
    // What this version does not understand leaves what was known.
    switch try? event.payload() {
    case .dashboard(let dashboard)?: self.dashboard = dashboard
    case .children(let answer)?: learn(answer)
    case .connection(let connection)?: learn(connection)
    case .feedback(let feedback)?: learn(feedback, at: now)
    default: break
    }
  }

  private mutating func learn(_ answer: ChildList.Answer) {
    children = answer.children.filter { $0.child.removedAt == nil }
  }

  /// What went well shows by itself.
  private mutating func learn(_ feedback: FeedbackRecord, at now: Instant) {
    errors.removeAll { $0.id == feedback.id }
    switch feedback.severity {
    case .success: break
    case .warning: complain(feedback.text, isError: false, for: .seconds(feedback.lifetimeSeconds ?? 4), at: now)
    case .error: if !feedback.isResolved { errors.append(feedback) }
    }
  }

  /// Shows for a while that something went wrong.
  mutating func complain(_ text: String, isError: Bool = true, for time: Duration = .seconds(10), at now: Instant) {
    passing = Trouble(text: text, isError: isError, until: now + time)
  }

  /// What is wrong now: what passes first, else the latest error.
  func trouble(at now: Instant) -> Trouble? {
    if let passing, let until = passing.until, now < until { return passing }
    return errors.last.map { Trouble(text: $0.text, isError: true, until: nil) }
  }
}

/// Something that went wrong.
struct Trouble: Hashable {
  var text: String
  /// Else a warning.
  var isError: Bool
  /// Nil stays until it is resolved.
  var until: Instant?
}
