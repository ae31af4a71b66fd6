import BabyClient
import BabyModel
import BabyProtocol

/// Something to tell a person by a notification.
struct Notice: Hashable {
  /// Stays the same from an error to its being resolved.
  var id: String
  var severity: FeedbackRecord.Severity
  var text: String
  /// Name of the child that it is about.
  var child: String?
  var action: FeedbackRecord.Action?
  /// When it is over, on the monotonic clock; nil for not before it is resolved.
  var end: Duration?

  /// What the agent's own calls failed with; there is one at a time.
  static let ownFailure = "agent.failure"
  /// How long it is told that a click did nothing.
  static let failureLifetime = Duration.seconds(10)
}

/// A notice in the words and with the buttons of a notification.
struct Bubble: Hashable {
  /// Plain text.
  let summary: String
  /// Markup, escaped.
  let body: String
  let buttons: [FeedbackRecord.Action]
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
    let heading = [Self.heading(notice.severity), notice.child.map(SafeText.line)].compactMap(\.self)
    if abilities.contains("body") {
      summary = Self.line(heading)
      body = Markup.escape(Self.line([text] + rest))
    } else {
      summary = Self.line([Self.glyph(notice.severity) + " " + text] + heading.dropFirst() + rest)
      body = ""
    }
    buttons = abilities.contains("actions") ? [notice.action].compactMap(\.self) : []
    urgency = notice.severity == .error ? 2 : 1
    let lifetime = notice.id == Notice.ownFailure ? Notice.failureLifetime : notice.severity.lifetime
    timeoutMilliseconds = Int32(clamping: lifetime.inMilliseconds)
  }

  var request: Notifications.Request {
    Notifications.Request(
      summary: summary, body: body, buttons: buttons.map { ($0.rawValue, $0.label) }, urgency: urgency,
      timeoutMilliseconds: timeoutMilliseconds)
  }

  private static func line(_ parts: [String]) -> String { parts.joined(separator: Words.separator) }

  /// "✓ Done": never by colour alone.
  private static func heading(_ severity: FeedbackRecord.Severity) -> String {
    switch severity {
    case .success: "\(glyph(severity)) Done"
    case .warning: "\(glyph(severity)) Warning"
    case .error: "\(glyph(severity)) Error"
    }
  }

  private static func glyph(_ severity: FeedbackRecord.Severity) -> String {
    switch severity {
    case .success: "✓"
    case .warning: "⚠"
    case .error: "✗"
    }
  }
}

extension FeedbackRecord.Severity {
  /// Zero for until it is resolved.
  var lifetime: Duration { .seconds(lifetimeSeconds ?? 0) }
}

extension FeedbackRecord.Action {
  var label: String {
    switch self {
    case .undo: "Undo"
    case .retry: "Retry"
    }
  }

  var call: DaemonCall {
    switch self {
    case .undo: .undo
    case .retry: .retry
    }
  }
}
