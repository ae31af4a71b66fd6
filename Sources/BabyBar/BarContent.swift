import BabyClient
import BabyModel
import BabyProtocol

/// The content for a bar, before it is formatted.
struct BarContent {
  let state: BarState
  let text: BarText
  private let layout: BarLayout
  private let usesColor: Bool
  /// Writes text so that nothing in it means anything to the bar.
  private(set) var escape: @Sendable (String) -> String = { $0 }

  /// Columns of the short text.
  private static let short = 24

  init(_ state: BarState, _ layout: BarLayout, usesColor: Bool = true) {
    self.state = state
    self.layout = layout
    self.usesColor = usesColor
    text = BarText(state, layout)
  }

  /// The most important alone, for where there is little room.
  var shortText: BarText { BarText(BarWords(state, layout).all.fitting(columns: Self.short)) }

  var tooltip: Tooltip { Tooltip(state) }

  /// The colour, `#e38489`, of words about something; nil leaves the bar's own.
  func color(of tint: Tint) -> String? {
    guard usesColor else { return nil }
    var theme = state.dashboard?.theme ?? Theme()
    if let style = layout.style { theme.palette = style.palette }
    return tint.color(in: theme, layout.style?.appearance ?? theme.appearance).hex
  }

  /// The colour of the most important part, for bars with a single colour; nil if everything is fine.
  var color: String? {
    if let trouble = state.trouble { return color(of: trouble.isError ? .danger : .warning) }
    if state.isOffline { return color(of: .warning) }
    return state.urgency == .overdue ? color(of: .danger) : nil
  }

  /// The same for a bar that needs its text escaped so.
  func escaped(_ escape: @escaping @Sendable (String) -> String) -> BarContent {
    var content = self
    content.escape = escape
    return content
  }

  /// The text as the bar wants it.
  ///
  /// - Parameter paint: puts escaped words in a colour such as `#e38489`.
  func written(_ paint: (_ words: String, _ color: String) -> String) -> String {
    text.written(escape) { words, tint in color(of: tint).map { paint(words, $0) } ?? words }
  }

  /// Pango markup: Waybar, i3bar, i3blocks, i3status-rust.
  func pango(_ text: BarText) -> String {
    text.written(Markup.escape) { words, tint in
      color(of: tint).map { "<span color=\"\($0)\">\(words)</span>" } ?? words
    }
  }
}
