import BabyClient

/// ArgumentParser's help, in lines that fit a terminal.
///
/// ArgumentParser fills each line, even if that leaves one word for the next: "no colour, no" and below it "columns."
enum HelpText {
  /// So wide that ArgumentParser breaks no line itself.
  static let unbroken = 10_000

  /// Where the descriptions of options and commands begin.
  private static let descriptions = 26

  /// - Parameters:
  ///   - text: as ArgumentParser makes it for `unbroken` columns.
  ///   - width: in columns.
  static func wrapped(_ text: String, to width: Int) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // A version, or a completion script.
    guard let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE:") }) else { return text }
    let about = paragraphs(of: lines[..<usage]).flatMap { line in
      let start = line.prefix { $0 == " " }.count
      return isExample(line) ? [line] : broken(line, from: start, to: width, indent: 2 * start)
    }
    let reference = lines[usage...].map(String.init).flatMap { line in
      hasDescription(line) ? broken(line, from: descriptions, to: width, indent: descriptions) : [line]
    }
    return (about + reference).joined(separator: "\n")
  }

  /// Joins the lines of each paragraph. Lines that are indented, such as examples, stay by themselves.
  private static func paragraphs(of lines: ArraySlice<Substring>) -> [String] {
    var paragraphs: [String] = []
    for line in lines {
      if let last = paragraphs.last, !last.isEmpty, !last.hasPrefix(" "), !line.isEmpty, !line.hasPrefix(" ") {
        paragraphs[paragraphs.count - 1] += " \(line)"
      } else {
        paragraphs.append(String(line))
      }
    }
    return paragraphs
  }

  /// An example is never broken: it is one command, also when it is pasted.
  private static func isExample(_ line: String) -> Bool { line.hasPrefix("  bbctl ") || line.contains("| bbctl ") }

  /// Whether a line of the reference has a description, beside the name of an option or command, or below it.
  private static func hasDescription(_ line: String) -> Bool {
    line.hasPrefix("  ") && line.prefix(descriptions).hasSuffix(" ")
  }

  /// - Parameters:
  ///   - start: how many characters come before the text.
  ///   - indent: columns before all lines but the first.
  private static func broken(_ line: String, from start: Int, to width: Int, indent: Int) -> [String] {
    guard line.displayWidth > width else { return [line] }
    let words = line.dropFirst(start).split(separator: " ")
    var room = max(width - indent, 1)
    var lines = filled(words, room: room)
    // As many lines, with more in the last one.
    while lines.count > 1, lines[lines.count - 1].count == 1, room > 1 {
      room -= 1
      let narrower = filled(words, room: room)
      guard narrower.count == lines.count else { break }
      lines = narrower
    }
    return lines.indices.map { index in
      (index == 0 ? String(line.prefix(start)) : String(repeating: " ", count: indent))
        + lines[index].joined(separator: " ")
    }
  }

  /// Each line with as many words as fit.
  private static func filled(_ words: [Substring], room: Int) -> [[Substring]] {
    var lines: [[Substring]] = []
    var left = 0
    for word in words {
      let width = String(word).displayWidth + 1
      if lines.isEmpty || width > left {
        lines.append([])
        left = room + 1
      }
      lines[lines.count - 1].append(word)
      left -= width
    }
    return lines
  }
}
