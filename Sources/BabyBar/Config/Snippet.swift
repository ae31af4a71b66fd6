/// What goes into a bar's configuration. `contrib/examples` has the same texts as files.
enum Snippet: String, CaseIterable {
  case waybar, i3bar, swaybar, i3blocks
  case i3blocksJSON = "i3blocks-json"
  case i3statusRust = "i3status-rust"
  case polybar, tmux, eww, argos

  /// Where the file is, from the top of the source tree.
  var path: String {
    switch self {
    case .waybar: "contrib/examples/waybar/babybasics.jsonc"
    case .i3bar: "contrib/examples/i3/bar.conf"
    case .swaybar: "contrib/examples/sway/bar.conf"
    case .i3blocks: "contrib/examples/i3blocks/babybasics.conf"
    case .i3blocksJSON: "contrib/examples/i3blocks/babybasics-1.5.conf"
    case .i3statusRust: "contrib/examples/i3status-rust/babybasics.toml"
    case .polybar: "contrib/examples/polybar/babybasics.ini"
    case .tmux: "contrib/examples/tmux/babybasics.conf"
    case .eww: "contrib/examples/eww/babybasics.yuck"
    case .argos: "contrib/examples/argos/babybasics.1m.sh"
    }
  }

  /// The text, in which bbbar shows these icons; nil for those that it shows without being asked.
  func text(with icons: Icons?) -> String {
    guard let icons else { return text }
    let command = "exec bbbar " + format.rawValue
    var (result, rest) = ("", text[...])
    while !rest.isEmpty {
      if rest.hasPrefix(command) {
        result += command + " --icons " + icons.rawValue
        rest = rest.dropFirst(command.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }

  /// What bbbar writes for the bar.
  private var format: BarFormat {
    switch self {
    case .waybar: .waybar
    case .i3bar: .i3bar
    case .swaybar: .swaybar
    case .i3blocks: .i3blocks
    case .i3blocksJSON: .i3blocksJSON
    case .i3statusRust: .i3statusRust
    case .polybar: .polybar
    case .tmux: .tmux
    case .eww: .json
    case .argos: .argos
    }
  }

  var text: String {
    switch self {
    case .waybar: Self.waybarText
    case .i3bar: Self.i3barText
    case .swaybar: Self.swayText
    case .i3blocks: Self.i3blocksText
    case .i3blocksJSON: Self.i3blocksJSONText
    case .i3statusRust: Self.i3statusRustText
    case .polybar: Self.polybarText
    case .tmux: Self.tmuxText
    case .eww: Self.ewwText
    case .argos: Self.argosText
    }
  }
}
