import BabyClient
import BabyModel
import BabyProtocol

/// Something to tell a person by a notification.
struct Notice: Hashable {
  /// The kinds of notices, in the order of their priority.
  enum Kind: CaseIterable {
    case error, warning, success, reminder
  }

  /// Stays the same from an error to its being resolved.
  var id: String
  var kind: Kind
  var text: String
  var symbol: Symbol
  /// Name of the child that it is about.
  var child: String?
  var buttons: [NoticeButton] = []
  /// When it is over, on the monotonic clock; nil for not before it is resolved.
  var end: Duration?

  /// The subject, as an icon shows it.
  enum Symbol: Hashable, CaseIterable {
    case feed, diaper, sleep, tummyTime, note, app

    /// The name in the icon theme.
    var name: String {
      switch self {
      case .feed: "babybasics-feed"
      case .diaper: "babybasics-diaper"
      case .sleep: "babybasics-sleep"
      case .tummyTime: "babybasics-tummy"
      case .note: "babybasics-note"
      case .app: "babybasics"
      }
    }

    init(_ kind: EntryKind?) {
      switch kind {
      case .feeding: self = .feed
      case .diaper: self = .diaper
      case .sleep: self = .sleep
      case .tummyTime: self = .tummyTime
      case .note: self = .note
      case .declared, nil: self = .app
      }
    }

    init(_ kind: ReminderKind) {
      switch kind {
      case .feeding, .nursing: self = .feed
      case .diaper: self = .diaper
      case .nap, .sleep: self = .sleep
      case .tummyTime: self = .tummyTime
      case .medicine, .custom: self = .app
      }
    }
  }

  /// The id of the notice about the agent's own failed calls; there is one at a time.
  static let ownFailure = "agent.failure"
  /// How long a failed click is shown.
  static let failureLifetime = Duration.seconds(10)

  /// A notice about a failed call.
  static func failure(_ reason: String, end: Duration?) -> Notice {
    Notice(id: ownFailure, kind: .error, text: reason, symbol: .app, end: end)
  }
}

extension Notice {
  init(_ record: BannerRecord, end: Duration?) {
    self.init(
      id: record.id, kind: Kind(record.severity), text: record.text, symbol: Symbol(record.kind),
      child: record.child?.name,
      buttons: [record.action.map { NoticeButton($0, on: record) }].compactMap(\.self), end: end)
  }

  /// - Parameters:
  ///   - reminder: one that was sent and is not done.
  ///   - view: provides the child's usual values.
  init(_ reminder: ReminderRecord, in view: FamilyView) {
    // Told once more after a snooze, it is another notice.
    self.init(
      id: "\(reminder.id)@\(reminder.toldAt?.milliseconds ?? 0)", kind: .reminder, text: reminder.text,
      symbol: Symbol(reminder.kind), child: reminder.child.name, buttons: NoticeButton.buttons(reminder, in: view))
  }
}

extension Notice.Kind {
  init(_ severity: BannerRecord.Severity) {
    switch severity {
    case .success: self = .success
    case .warning: self = .warning
    case .error: self = .error
    }
  }

  /// Zero for until it is resolved.
  var lifetime: Duration {
    switch self {
    case .success: BannerRecord.Severity.success.lifetime
    case .warning: BannerRecord.Severity.warning.lifetime
    case .error, .reminder: .zero
    }
  }

  /// The sign before a problem, so that it does not depend on colour alone.
  var glyph: String? {
    switch self {
    case .success, .reminder: nil
    case .warning: "⚠"
    case .error: "✗"
    }
  }
}

/// A notice in the words and with the buttons of a notification: first the fact, then the child.
struct NotificationContent: Hashable {
  /// Plain text.
  let summary: String
  /// Markup, escaped.
  let body: String
  let symbol: Notice.Symbol
  let buttons: [NoticeButton]
  /// 0, 1 and 2 are low, normal and critical.
  let urgency: UInt8
  /// 0 for never.
  let timeoutMilliseconds: Int32

  /// - Parameters:
  ///   - others: how many notices are not shown beside this one.
  ///   - abilities: the server's capabilities. What the text says never depends on the others.
  init(_ notice: Notice, others: Int, abilities: Set<String>) {
    let fact = [notice.kind.glyph, SafeText.line(notice.text)].compactMap(\.self).joined(separator: " ")
    let rest = [notice.child.map(SafeText.line), others > 0 ? Words.more(others) : nil].compactMap(\.self)
    if abilities.contains("body") {
      summary = fact
      body = Markup.escape(Self.line(rest))
    } else {
      summary = Self.line([fact] + rest)
      body = ""
    }
    symbol = notice.symbol
    buttons = abilities.contains("actions") ? notice.buttons : []
    urgency = notice.kind == .error ? 2 : 1
    let lifetime = notice.id == Notice.ownFailure ? Notice.failureLifetime : notice.kind.lifetime
    timeoutMilliseconds = Int32(clamping: lifetime.inMilliseconds)
  }

  /// - Parameter theme: where pictures are.
  func request(_ theme: IconTheme) -> Notifications.Request {
    var request = Notifications.Request(
      summary: summary, body: body, buttons: buttons.map { ($0.key, $0.label) }, urgency: urgency,
      timeoutMilliseconds: timeoutMilliseconds)
    request.icon = theme.name(of: Notice.Symbol.app.name)
    request.image = theme.path(of: symbol.name)
    return request
  }

  private static func line(_ parts: [String]) -> String { parts.joined(separator: Words.separator) }
}

extension BannerRecord.Severity {
  /// Zero for until it is resolved.
  fileprivate var lifetime: Duration { .seconds(lifetimeSeconds ?? 0) }
}

/// A notification's button and what it does.
struct NoticeButton: Hashable {
  /// The key in the notification service's signal.
  var key: String
  var label: String
  var call: MethodCall
}

extension NoticeButton {
  /// - Parameter record: the banner, about one entry or several.
  init(_ action: BannerRecord.Action, on record: BannerRecord) {
    switch action {
    case .undo: self.init(key: action.rawValue, label: "Undo", call: MethodCall(Undo.self, .init(id: record.id)))
    case .retry:
      let call = MethodCall(QueueRetry.self, .init(id: record.entryID.map { "\($0)" }))
      self.init(key: action.rawValue, label: "Retry", call: call)
    }
  }

  private init(logging action: QuickAction) { self.init(key: "log", label: action.label, call: action.call) }

  /// The actions for a reminder: log its subject, with the usual values, or snooze it.
  ///
  /// - Parameter view: provides the child's usual values for the buttons.
  static func buttons(_ reminder: ReminderRecord, in view: FamilyView) -> [NoticeButton] {
    let child = "\(reminder.child.id)"
    let dashboard = view.dashboard.flatMap { $0.child.id == reminder.child.id ? $0 : nil }
    let snooze = NoticeButton(
      key: "snooze", label: "Snooze", call: MethodCall(ReminderSnooze.self, .init(id: reminder.id)))
    switch reminder.kind {
    case .feeding:
      let style = view.children.first { $0.child.id == reminder.child.id }?.child.feedingStyle
      let usual = dashboard.map { NoticeButton(logging: .usualFeed($0, style: style)) }
      return [
        usual
          ?? NoticeButton(
            key: "log", label: "Log feed", call: MethodCall(EntryLog.self, .init(childID: child, entry: .feeding()))),
        snooze,
      ]
    case .diaper:
      let usual = dashboard.map { NoticeButton(logging: .usualDiaper($0)) }
      return [
        usual
          ?? NoticeButton(
            key: "log", label: "Log diaper", call: MethodCall(EntryLog.self, .init(childID: child, entry: .diaper()))),
        snooze,
      ]
    case .nap: return [NoticeButton(logging: .startSleep(of: reminder.child.id)), snooze]
    // Only a person knows when it ended.
    case .sleep, .tummyTime, .nursing: return [snooze]
    // A button that logs a dose would suggest one.
    case .medicine: return [dismissing(reminder, label: "Dismiss"), snooze]
    case .custom: return [dismissing(reminder, label: "Done"), snooze]
    }
  }

  private static func dismissing(_ reminder: ReminderRecord, label: String) -> NoticeButton {
    NoticeButton(key: "done", label: label, call: MethodCall(ReminderDismiss.self, .init(id: reminder.id)))
  }
}
