import BabyModel
import BabyProtocol

/// The theme's colours as far as a terminal has them.
enum TerminalColors {
  /// A pipe, or a person who wants none.
  case none
  case eight
  /// The 256 colours of xterm.
  case indexed
  case direct

  /// - Parameter variables: `NO_COLOR` with a value and `TERM=dumb` turn colours off; `COLORTERM` and `TERM` say how
  ///   many there are.
  init(variables: [String: String], isTerminal: Bool) {
    let terminal = variables["TERM"] ?? ""
    if !isTerminal || !(variables["NO_COLOR"] ?? "").isEmpty || terminal == "dumb" {
      self = .none
    } else if ["truecolor", "24bit"].contains(variables["COLORTERM"]) {
      self = .direct
    } else {
      self = terminal.contains("256color") ? .indexed : .eight
    }
  }

  /// The text in a style.
  func styled(_ text: String, _ style: Page.Style, _ theme: Theme) -> String {
    guard self != .none, !text.isEmpty else { return text }
    let codes = codes(of: style, theme)
    return codes.isEmpty ? text : "\u{1B}[\(codes)m\(text)\u{1B}[0m"
  }

  private func codes(of style: Page.Style, _ theme: Theme) -> String {
    let colors = theme.colors(in: theme.appearance)
    switch style {
    case .plain: return ""
    case .strong: return "1"
    case .faint, .id: return "2"
    case .active: return self == .eight ? "1" : "1;" + code(colors.primary)
    case .kind(let kind):
      return self == .eight ? "3\(Self.basic(kind))" : code(theme.color(of: kind, in: theme.appearance))
    case .severity(let severity):
      return self == .eight ? "3\(Self.basic(severity))" : code(colors.color(of: severity))
    }
  }

  private func code(_ color: Color) -> String {
    self == .direct ? "38;2;\(color.red);\(color.green);\(color.blue)" : "38;5;\(Self.nearest(to: color))"
  }

  private static func basic(_ kind: EntryKind) -> Int {
    switch kind {
    case .feeding: 3
    case .diaper: 6
    case .sleep: 4
    case .tummyTime: 5
    case .note, .declared: 2
    }
  }

  private static func basic(_ severity: BannerRecord.Severity) -> Int {
    switch severity {
    case .error: 1
    case .success: 2
    case .warning: 3
    }
  }

  /// The nearest of xterm's colours. The first 16 are the terminal's own and could be any; then come 216 in a cube of
  /// six steps each, and 24 greys.
  static func nearest(to color: Color) -> Int {
    let channels = [color.red, color.green, color.blue].map(Int.init)
    let steps = channels.map { $0 < 48 ? 0 : $0 <= 115 ? 1 : ($0 - 35) / 40 }
    let grey = min(23, max(0, (channels.reduce(0, +) / 3 - 3) / 10))
    func distance(_ other: [Int]) -> Int { zip(channels, other).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) } }
    let inCube = distance(steps.map { $0 == 0 ? 0 : 55 + 40 * $0 })
    let inGreys = distance(Array(repeating: 8 + 10 * grey, count: 3))
    return inGreys < inCube ? 232 + grey : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }
}

extension PaletteColors {
  func color(of severity: BannerRecord.Severity) -> Color {
    switch severity {
    case .success: success
    case .warning: warning
    case .error: danger
    }
  }
}
