import BabyProtocol

/// The bars that can be written for.
enum BarFormat: String, CaseIterable {
  case waybar, i3bar, swaybar, i3blocks
  case i3blocksJSON = "i3blocks-json"
  case i3statusRust = "i3status-rust"
  case polybar, tmux, argos, json, plain

  /// One phrase for the help.
  var summary: String {
    switch self {
    case .waybar: "a custom module with return-type json"
    case .i3bar: "status_command of i3bar, with clicks"
    case .swaybar: "status_command of swaybar, with clicks"
    case .i3blocks: "blocklet of i3blocks 1.4, interval=persist and markup=pango"
    case .i3blocksJSON: "blocklet of i3blocks 1.5, format=json"
    case .i3statusRust: "custom block with json and persistent"
    case .polybar: "custom/script with tail"
    case .tmux: "#(bbbar tmux) in status-right"
    case .argos: "script of Argos, for GNOME's panel"
    case .json: "JSON lines for eww, AGS, Quickshell and scripts"
    case .plain: "text alone"
    }
  }

  /// A line of text for the bar, without its line feed.
  func line(_ content: BarContent) -> String {
    switch self {
    case .waybar: Waybar.line(content)
    case .i3bar, .swaybar, .i3blocksJSON: I3bar.block(content).text
    case .i3blocks: I3blocks.line(content)
    case .i3statusRust: I3statusRust.line(content)
    case .polybar: Polybar.line(content)
    case .tmux: Tmux.line(content)
    case .argos: Argos.frame(content)
    case .json: JSONLine.line(content)
    case .plain: Plain.line(content)
    }
  }

  /// Whether it is all that the bar shows, and not a piece of it.
  var isGenerator: Bool { self == .i3bar || self == .swaybar }

  /// Whether clicks come on standard input.
  var takesClicks: Bool { isGenerator || self == .i3blocksJSON }
}
