import BabyModel

/// `bbbar --help`: examples first.
enum Help {
  static var text: String {
    """
    Shows a baby's day on a status bar: asleep or awake and since when, the last feed and which side is next, what is due.

      bbbar waybar                              follow the daemon and print a line for each change
      bbbar i3bar --wrap i3status               show it in front of what i3status shows
      bbbar tmux --icons ascii --width 24
      bbbar --template '{sleep} · {feed}'       plain text in your own words
      bbbar plain --once                        one line, for scripts
      bbbar config waybar                       print what to put into the bar's configuration
      bbbar config waybar --icons nerd          the same with icons of a Nerd Font, or plain ones where no font has them
      bbbar style ocean-calm                    print a style sheet for Waybar
      bbbar click left                          do what a click on the bar does

    Usage: bbbar <bar> [<options>]
           bbbar --template <text> [<options>]
           bbbar click <button> [--state <state>] [--child <name>]
           bbbar config <bar> [--icons <icons>]
           bbbar style <palette>

    Bars:
    \(table(BarFormat.all.map { ($0.name, $0.summary) }))

    Options:
    \(table(Option.allCases.map { ($0.usage, $0.summary) }))

    Buttons:
    \(table(Button.allCases.map { ($0.rawValue, $0.summary) }))

    Palettes:
    \(table(Palette.allCases.map { ($0.rawValue, "\($0.name); \($0.rawValue)-light by day") }))

    Fields of a template:
    \(table(Field.allCases.map { ("{\($0.rawValue)}", $0.summary) }))

    Exit status: 0 after a signal or when its output is closed; 2 wrong usage. A click exits as bbctl does: 1 failed, 2
    invalid, 3 already done, 4 permission, 5 the daemon cannot be reached, 6 conflict, 7 timeout.

    """
  }

  private static func table(_ rows: [(String, String)]) -> String {
    let width = min(rows.map(\.0.utf8.count).max() ?? 0, 32)
    return rows.map { name, summary in
      let gap =
        name.utf8.count > width
        ? "\n" + String(repeating: " ", count: width + 4)
        : String(repeating: " ", count: width + 2 - name.utf8.count)
      return "  \(name)\(gap)\(summary)"
    }.joined(separator: "\n")
  }
}
