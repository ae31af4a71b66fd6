import BabyClient
import BabyModel

/// Argos on GNOME, and what else runs such scripts: a line for the panel, and a menu below `---`.
enum Argos {
  static func frame(_ content: BarContent) -> String {
    let color = content.color.map { " | color=\($0)" } ?? ""
    var lines = [content.text.written(Escaping.argos) + color, "---"]
    lines += content.tooltip.lines.map { Escaping.argos($0.text) + ($0.isHeading ? " | size=large" : "") }
    guard let dashboard = content.state.dashboard else { return lines.joined(separator: "\n") }
    lines.append("---")
    for choice in QuickAction.menu(dashboard).joined() {
      lines.append("\(Escaping.argos(choice.label)) | bash='\(choice.command)' terminal=false refresh=true")
    }
    return lines.joined(separator: "\n")
  }
}
