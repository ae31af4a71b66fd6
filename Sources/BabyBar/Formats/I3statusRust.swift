import BabyClient
import BabyProtocol

/// i3status-rust's custom block. It has colours of its own for the whole block when something is wrong.
enum I3statusRust {
  static func line(_ content: BarContent) -> String {
    var writer = JSONWriter()
    writer.object { members in
      members.field("text", content.pango(content.text))
      members.field("short_text", content.pango(content.shortText))
      members.field("state", severity(content.state))
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func severity(_ state: BarState) -> String {
    if let trouble = state.trouble { return trouble.isError ? "Critical" : "Warning" }
    return state.isOffline ? "Warning" : "Idle"
  }
}
