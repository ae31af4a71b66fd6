package import BabyModel
import BabyProtocol

/// The colours of a page on a terminal.
///
/// A terminal's background is unknown unless it reports it. If it does, or a person has set light or dark, the colours
/// are the theme's, as far as the terminal has them; otherwise they are those of the terminal's first colours that are
/// readable on its own background.
package struct TerminalColors {
  package enum Depth {
    /// A pipe, or colours are switched off.
    case none
    /// The terminal's own.
    case basic
    /// The 256 colours of xterm.
    case indexed
    case direct
  }

  package let depth: Depth
  /// The background of the text; nil if unknown.
  package var ground: Color?

  /// - Parameter variable: `NO_COLOR` with a value and `TERM=dumb` turn colours off; `COLORTERM` and `TERM` give their
  ///   number.
  package init(variable: (String) -> String?, isTerminal: Bool) {
    let terminal = variable("TERM") ?? ""
    if !isTerminal || !(variable("NO_COLOR") ?? "").isEmpty || terminal == "dumb" {
      depth = .none
    } else if ["truecolor", "24bit"].contains(variable("COLORTERM")) {
      depth = .direct
    } else {
      depth = terminal.contains("256color") ? .indexed : .basic
    }
  }

  /// The text in a style.
  package func styled(_ text: String, _ style: Page.Style, _ theme: Theme) -> String {
    guard depth != .none, !text.isEmpty else { return text }
    let codes = appearance(of: theme).map { self.codes(of: style, theme, $0) } ?? Self.basicCodes(of: style)
    return codes.isEmpty ? text : "\u{1B}[\(codes)m\(text)\u{1B}[0m"
  }

  /// Nil if it is unknown whether the theme's colours are readable.
  private func appearance(of theme: Theme) -> Appearance? {
    guard depth != .basic else { return nil }
    if let ground { return Appearance(on: ground) }
    switch theme.mode {
    case .auto: return nil
    case .dark: return .dark
    case .light: return .light
    }
  }

  private func codes(of style: Page.Style, _ theme: Theme, _ appearance: Appearance) -> String {
    let colors = theme.colors(in: appearance)
    func code(_ color: Color) -> String {
      let color = ground.map { colors.legible(color, on: $0) } ?? colors.legible(color)
      return depth == .direct ? "38;2;\(color.red);\(color.green);\(color.blue)" : "38;5;\(Self.nearest(to: color))"
    }
    return switch style {
    case .plain: ""
    case .strong: "1"
    case .faint, .id: "2"
    case .active: "1;" + code(colors.primary)
    case .kind(let kind): code(theme.color(of: kind, in: appearance))
    case .pale(let kind): "2;" + code(theme.color(of: kind, in: appearance))
    case .severity(let severity): code(colors.color(of: severity))
    case .overdue: code(colors.danger)
    }
  }

  /// Never yellow, which on xterm's white has 1.7:1.
  private static func basicCodes(of style: Page.Style) -> String {
    switch style {
    case .plain, .kind(.note), .kind(.declared): ""
    case .strong, .active: "1"
    case .faint, .id: "2"
    case .kind(.feeding), .severity(.success): "32"
    case .kind(.diaper), .severity(.warning): "35"
    case .kind(.sleep): "34"
    case .kind(.tummyTime): "36"
    case .pale(let kind): ["2", basicCodes(of: .kind(kind))].filter { !$0.isEmpty }.joined(separator: ";")
    case .severity(.error), .overdue: "31"
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
