import BabyClient
import BabyProtocol

/// i3status-rust's custom block. It has colours of its own for what is good and what is not.
enum I3statusRust {
  static func line(_ content: BarContent) -> String {
    var writer = JSONWriter()
    writer.object { members in
      members.field("text", content.text.written(Escaping.pango))
      members.field("short_text", content.shortText.written(Escaping.pango))
      members.field("state", severity(content.state))
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func severity(_ state: BarState) -> String {
    if let trouble = state.trouble { return trouble.isError ? "Critical" : "Warning" }
    if state.isOffline { return "Warning" }
    switch state.urgency {
    case .overdue: return "Critical"
    case .soon: return "Warning"
    case .ok: return state.activity == .sleeping ? "Info" : "Idle"
    }
  }
}
