import BabyClient
import BabyModel
import BabyProtocol

/// Something to tell a person by a notification.
struct Notice: Hashable {
  /// What is told about, in the order in which one goes before the other.
  enum Kind: CaseIterable {
    case error, warning, success, reminder
  }

  /// Stays the same from an error to its being resolved.
  var id: String
  var kind: Kind
  var text: String
  /// Name of the child that it is about.
  var child: String?
  var buttons: [NoticeButton] = []
  /// When it is over, on the monotonic clock; nil for not before it is resolved.
  var end: Duration?

  /// What the agent's own calls failed with; there is one at a time.
  static let ownFailure = "agent.failure"
  /// How long it is told that a click did nothing.
  static let failureLifetime = Duration.seconds(10)
}

extension Notice {
  init(_ record: BannerRecord, end: Duration?) {
    self.init(
      id: record.id, kind: Kind(record.severity), text: record.text, child: record.child?.name,
      buttons: [record.action.map { NoticeButton($0, on: record) }].compactMap(\.self), end: end)
  }

  /// - Parameter reminder: one that was sent and is not done.
  init(_ reminder: ReminderRecord) {
    // Told once more after a snooze, it is another notice.
    self.init(
      id: "\(reminder.id)@\(reminder.toldAt?.milliseconds ?? 0)", kind: .reminder, text: reminder.text,
      child: reminder.child.name, buttons: NoticeButton.buttons(reminder))
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

  /// "✓ Done": never by colour alone.
  var heading: String { "\(glyph) \(word)" }

  var glyph: String {
    switch self {
    case .success: "✓"
    case .warning: "⚠"
    case .error: "✗"
    case .reminder: "⏰"
    }
  }

  private var word: String {
    switch self {
    case .success: "Done"
    case .warning: "Warning"
    case .error: "Error"
    case .reminder: "Reminder"
    }
  }
}

/// A notice in the words and with the buttons of a notification.
struct Bubble: Hashable {
  /// Plain text.
  let summary: String
  /// Markup, escaped.
  let body: String
  let buttons: [NoticeButton]
  /// 0, 1 and 2 are low, normal and critical.
  let urgency: UInt8
  /// 0 for never.
  let timeoutMilliseconds: Int32

  /// - Parameters:
  ///   - others: how many notices are not shown beside this one.
  ///   - abilities: the server's capabilities. What the text says never depends on the others.
  init(_ notice: Notice, others: Int, abilities: Set<String>) {
    let text = SafeText.line(notice.text)
    let rest = others > 0 ? [Words.more(others)] : []
    let heading = [notice.kind.heading, notice.child.map(SafeText.line)].compactMap(\.self)
    if abilities.contains("body") {
      summary = Self.line(heading)
      body = Markup.escape(Self.line([text] + rest))
    } else {
      summary = Self.line([notice.kind.glyph + " " + text] + heading.dropFirst() + rest)
      body = ""
    }
    buttons = abilities.contains("actions") ? notice.buttons : []
    urgency = notice.kind == .error ? 2 : 1
    let lifetime = notice.id == Notice.ownFailure ? Notice.failureLifetime : notice.kind.lifetime
    timeoutMilliseconds = Int32(clamping: lifetime.inMilliseconds)
  }

  var request: Notifications.Request {
    Notifications.Request(
      summary: summary, body: body, buttons: buttons.map { ($0.key, $0.label) }, urgency: urgency,
      timeoutMilliseconds: timeoutMilliseconds)
  }

  private static func line(_ parts: [String]) -> String { parts.joined(separator: Words.separator) }
}

extension BannerRecord.Severity {
  /// Zero for until it is resolved.
  fileprivate var lifetime: Duration { .seconds(lifetimeSeconds ?? 0) }
}
