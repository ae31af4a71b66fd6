import BabyClient

/// Words that belong together: what stands between two separators.
struct LinePart {
  struct Word {
    /// In several styles where spans meet without a space.
    var spans: [Page.Span]
    var width: Int
  }

  /// The separator before it, except at the start of a line.
  var gap: String
  let overflow: Page.Overflow
  private(set) var words: [Word] = []

  /// Without the gap.
  var width: Int { words.reduce(words.count - 1) { $0 + $1.width } }

  /// The parts of spans that follow each other: they are split at separators, and where two spaces stand.
  static func parts(of spans: [Page.Span]) -> [LinePart] {
    var parts: [LinePart] = []
    var gap = ""
    // The next text continues the last word.
    var isOpen = false
    for span in spans {
      for (index, token) in span.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        if index > 0 {
          gap += " "
          isOpen = false
        }
        guard !token.isEmpty else { continue }
        if token == "·", !isOpen {
          gap += token
          continue
        }
        let text = Page.Span(String(token), span.style, span.overflow)
        if isOpen {
          parts[parts.count - 1].append(text)
        } else {
          if parts.isEmpty || gap != " " || parts[parts.count - 1].overflow != span.overflow {
            parts.append(LinePart(gap: gap, overflow: span.overflow))
          }
          parts[parts.count - 1].words.append(Word(spans: [text], width: text.text.displayWidth))
        }
        gap = ""
        isOpen = true
      }
    }
    return parts
  }

  private mutating func append(_ span: Page.Span) {
    words[words.count - 1].spans.append(span)
    words[words.count - 1].width += span.text.displayWidth
  }
}

/// Lines that are being filled with parts, from the first to the last.
struct LineBuilder {
  private(set) var lines: [[Page.Span]] = [[]]
  private let width: Int
  private let indent: Int
  /// Columns of the last line that are taken.
  private var column: Int
  /// The last line contains only its prefix.
  private var isFresh = true

  /// - Parameters:
  ///   - start: columns of the first line that are taken already.
  ///   - indent: columns before all others.
  init(width: Int, start: Int, indent: Int) {
    self.width = width
    self.indent = indent
    column = start
  }

  /// Begins with the columns that are already used.
  mutating func begin(_ spans: [Page.Span]) { lines[0] = spans }

  /// Spaces before the first part.
  mutating func pad(_ gap: String) {
    guard !gap.isEmpty else { return }
    lines[0].append(.init(gap))
    column += gap.utf8.count
  }

  /// Adds a cell of a row, which begins a new line rather than ending in one.
  mutating func add(cell parts: [LinePart]) {
    let wanted = parts.filter { $0.overflow != .spare }
    let wants = wanted.reduce(0) { $0 + $1.gap.displayWidth + $1.width }
    if !isFresh, !wanted.isEmpty, column + wants > width { newLine() }
    for part in parts { add(part) }
  }

  mutating func add(_ part: LinePart) {
    let gap = isFresh ? "" : part.gap
    if column + gap.displayWidth + part.width <= width { return put(part.words, after: gap) }
    switch part.overflow {
    case .spare: break
    case .prose: putBeginning(of: part, after: gap)
    case .needed, .command:
      if indent + part.width <= width, !isFresh {
        newLine()
        put(part.words, after: "")
      } else {
        for (index, word) in part.words.enumerated() { put(word, after: index == 0 ? gap : " ") }
      }
    }
  }

  private mutating func put(_ words: [LinePart.Word], after gap: String) {
    for (index, word) in words.enumerated() { append(word, after: index == 0 ? gap : " ") }
  }

  /// As many words as there is room for.
  private mutating func putBeginning(of part: LinePart, after gap: String) {
    var room = width - column - gap.displayWidth - 1
    var words = part.words.prefix { word in
      defer { room -= word.width + 1 }
      return word.width <= room
    }
    guard var last = words.popLast(), let style = last.spans.last?.style else { return }
    last.spans.append(.init("…", style))
    last.width += 1
    put(words + [last], after: gap)
  }

  private mutating func put(_ word: LinePart.Word, after gap: String) {
    let gap = isFresh ? "" : gap
    if column + gap.displayWidth + word.width <= width { return append(word, after: gap) }
    if !isFresh { newLine() }
    guard column + word.width > width else { return append(word, after: "") }
    for span in word.spans {
      for character in span.text {
        let size = String(character).displayWidth
        if column + size > width { newLine() }
        append(.init(spans: [.init(String(character), span.style)], width: size), after: "")
      }
    }
  }

  private mutating func newLine() {
    lines.append([.init(String(repeating: " ", count: indent))])
    column = indent
    isFresh = true
  }

  /// Neighbours in one style are one span, the gap between them too.
  private mutating func append(_ word: LinePart.Word, after gap: String) {
    column += gap.displayWidth + word.width
    isFresh = false
    var gap = gap
    for span in word.spans {
      let last = lines[lines.count - 1].count - 1
      if last >= 0, lines[lines.count - 1][last].style == span.style {
        lines[lines.count - 1][last].text += gap + span.text
      } else {
        if !gap.isEmpty { lines[lines.count - 1].append(.init(gap)) }
        lines[lines.count - 1].append(.init(span.text, span.style))
      }
      gap = ""
    }
  }
}
