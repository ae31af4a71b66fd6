import BabyClient
import BabyModel

/// Argos on GNOME, and what else runs such scripts: a line for the panel, and a menu below `---`.
enum Argos {
  static func frame(_ content: BarContent) -> String {
    let text = content.text.written(Escaping.argos) { words, tint in
      content.color(of: tint).map { "<span color='\($0)'>\(words)</span>" } ?? words
    }
    var lines = [text, "---"]
    lines += content.tooltip.lines.map { line in
      if case .heading(let text) = line { Escaping.argos(text) + " | size=large" } else { Escaping.argos(line.text) }
    }
    guard let dashboard = content.state.dashboard else { return lines.joined(separator: "\n") }
    lines.append("---")
    for choice in QuickAction.menu(dashboard).joined() {
      lines.append("\(Escaping.argos(choice.label)) | bash='\(choice.command)' terminal=false refresh=true")
    }
    return lines.joined(separator: "\n")
  }
}
