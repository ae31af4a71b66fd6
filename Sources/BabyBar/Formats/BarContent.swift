import BabyClient
import BabyModel
import BabyProtocol

/// What a bar is given to show, before it is written the bar's own way.
struct BarContent {
  let state: BarState
  let text: BarText
  /// The most important alone, for where there is little room.
  let shortText: BarText
  /// The colour, `#e38489`, of the palette that is in force; nil leaves the bar's own.
  let color: String?

  init(_ state: BarState, _ look: Look, usesColor: Bool = true) {
    self.state = state
    text = BarText(state, look)
    shortText = BarText([.words(BarWords(state, look).all.first ?? Words.offline)])
    color = usesColor ? Self.color(of: state)?.hex : nil
  }

  var tooltip: Tooltip { Tooltip(state) }

  /// Danger, warning or success where something is due; grey where what is shown is old.
  private static func color(of state: BarState) -> Color? {
    let theme = state.dashboard?.theme ?? Theme()
    let colors = theme.colors(in: theme.appearance)
    if let trouble = state.trouble { return trouble.isError ? colors.danger : colors.warning }
    if state.isOffline { return colors.textSecondary }
    switch state.urgency {
    case .overdue: return colors.danger
    case .soon: return colors.warning
    case .ok: return state.due.isEmpty ? nil : colors.success
    }
  }
}
