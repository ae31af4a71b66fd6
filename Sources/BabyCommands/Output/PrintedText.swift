import BabyModel

/// The lines of a page as they are printed.
struct PrintedText {
  /// How a terminal shows styles.
  let colors: TerminalColors
  let theme: Theme
  private(set) var bytes: [UInt8] = []

  /// Adds a line in styles.
  mutating func add(_ line: [Page.Span]) {
    for span in line {
      for _ in 0..<span.leading { bytes.append(UInt8(ascii: " ")) }
      append(colors.styled(span.text, span.style, theme))
    }
    endLine()
  }

  /// Adds a line of plain words.
  mutating func add(_ line: String) {
    append(line)
    endLine()
  }

  mutating func endLine() { bytes.append(UInt8(ascii: "\n")) }

  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes.append(contentsOf: $0) }
  }
}
