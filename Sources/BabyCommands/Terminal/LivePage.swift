/// A page on a terminal that is drawn in place of the one before.
struct LivePage {
  private var shown: String?

  /// What was there is gone, or stands elsewhere.
  mutating func forget() { shown = nil }

  /// What to write; nil when the page is the one that is there.
  ///
  /// What does not fit is left out, gaps before words and the last lines first: a page begins with what matters most.
  /// - Parameter rows: of the terminal.
  mutating func draw(_ text: String, rows: Int) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    if lines.count > rows { lines.removeAll(where: \.isEmpty) }
    let page = lines.prefix(max(1, rows)).joined(separator: "\u{1B}[K\n") + "\u{1B}[K\u{1B}[J"
    guard page != shown else { return nil }
    defer { shown = page }
    // Home, each line to its end, and nothing below: nothing flickers.
    return (shown == nil ? "\u{1B}[2J\u{1B}[H" : "\u{1B}[H") + page
  }
}
