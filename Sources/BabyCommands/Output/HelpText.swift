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
    let about = paragraphs(of: lines[..<usage]).flatMap { broken($0, to: width) }
    let reference = lines[usage...].flatMap { line in
      line.hasPrefix("  ") ? broken(String(line), to: width, indent: descriptions) : [String(line)]
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

  /// The lines of an example are still one command when they are pasted.
  ///
  /// - Parameter indent: columns before all lines but the first; nil above the usage.
  private static func broken(_ line: String, to width: Int, indent: Int? = nil) -> [String] {
    guard line.displayWidth > width else { return [line] }
    let start = indent ?? (line.hasPrefix(" ") ? 4 : 0)
    let isCommand = indent == nil && (line.hasPrefix("  bbctl ") || line.contains("| bbctl "))
    let ending = isCommand ? " \\" : ""
    let first = String(line.prefix(indent ?? line.prefix { $0 == " " }.count))
    let words = words(of: line.dropFirst(first.count), isCommand: isCommand)
    var room = max(width - start - ending.count, 1)
    var lines = filled(words, room: room)
    // As many lines, with more in the last one.
    while lines.count > 1, lines[lines.count - 1].count == 1, room > 1 {
      room -= 1
      let narrower = filled(words, room: room)
      guard narrower.count == lines.count else { break }
      lines = narrower
    }
    return lines.indices.map { index in
      (index == 0 ? first : String(repeating: " ", count: start)) + lines[index].joined(separator: " ")
        + (index == lines.count - 1 ? "" : ending)
    }
  }

  /// In a command, what stands in quotation marks is one word: a break within would be part of it.
  private static func words(of line: Substring, isCommand: Bool) -> [Substring] {
    var quote: Character?
    return line.split { character in
      if isCommand, quote == nil ? "\"'".contains(character) : character == quote {
        quote = quote == nil ? character : nil
      }
      return quote == nil && character == " "
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
