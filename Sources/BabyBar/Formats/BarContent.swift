import BabyClient
import BabyModel
import BabyProtocol

/// What a bar is given to show, before it is written the bar's own way.
struct BarContent {
  let state: BarState
  let text: BarText
  private let look: Look
  private let usesColor: Bool

  /// Columns of the short text.
  private static let short = 24

  init(_ state: BarState, _ look: Look, usesColor: Bool = true) {
    self.state = state
    self.look = look
    self.usesColor = usesColor
    text = BarText(state, look)
  }

  /// The most important alone, for where there is little room.
  var shortText: BarText { BarText(BarWords(state, look).all.fitting(columns: Self.short)) }

  var tooltip: Tooltip { Tooltip(state) }

  /// The colour, `#e38489`, of words about something; nil leaves the bar's own.
  func color(of tint: Tint) -> String? {
    guard usesColor else { return nil }
    var theme = state.dashboard?.theme ?? Theme()
    if let style = look.style { theme.palette = style.palette }
    return tint.color(in: theme, look.style?.appearance ?? theme.appearance).hex
  }

  /// The colour of what matters most, for bars that have one colour for everything; nil while all is well.
  var color: String? {
    if let trouble = state.trouble { return color(of: trouble.isError ? .danger : .warning) }
    if state.isOffline { return color(of: .warning) }
    return state.urgency == .overdue ? color(of: .danger) : nil
  }

  /// Pango markup: Waybar, i3bar, i3blocks, i3status-rust.
  func pango(_ text: BarText) -> String {
    text.written(Escaping.pango) { words, tint in
      color(of: tint).map { "<span color=\"\($0)\">\(words)</span>" } ?? words
    }
  }
}
