/// A page on a terminal that is drawn in place of the one before.
struct LivePage {
  private var shown: String?

  /// The previous page is gone, or elsewhere on the screen.
  mutating func forget() { shown = nil }

  /// The text to write; nil if the page is unchanged.
  ///
  /// Leaves out what does not fit, gaps before words and the last lines first: a page begins with what matters most.
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
