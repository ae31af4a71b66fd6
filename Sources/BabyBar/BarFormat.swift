import BabyClient
import BabyModel
import BabyProtocol

/// A bar that bbbar can write for.
///
/// All of a format is one declaration, in `JSONFormats.swift` or `TextFormats.swift`, and a name in the list there. The
/// command line, its help, `bbbar config`, the manual page and the tests take the format from that list.
package struct BarFormat: Sendable {
  /// The word on bbbar's command line.
  package let name: String
  /// One phrase for the help.
  let summary: String
  /// Writes text so that nothing in it means anything to the bar. The text is one line without control characters.
  package let escape: @Sendable (String) -> String
  /// Whether it is all that the bar shows, and not a piece of it.
  let isGenerator: Bool
  /// Whether clicks come on standard input.
  let takesClicks: Bool
  /// Whether the bar runs bbbar again and again, for one frame each time.
  let runsOnce: Bool
  let example: Example?
  private let write: @Sendable (BarContent) -> String

  /// The lines for the bar's configuration.
  ///
  /// Bars run commands through a shell. With `exec`, bbbar takes the shell's place, so that it ends with the bar.
  struct Example {
    /// The bar's name; nil is the format's.
    var bar: String?
    /// The file with the same text, from the top of the source tree.
    var path: String
    var text: String
  }

  /// - Parameters:
  ///   - escape: by default for Pango markup.
  ///   - write: a line of text for the bar, without its line feed.
  init(
    _ name: String, _ summary: String, isGenerator: Bool = false, takesClicks: Bool = false, runsOnce: Bool = false,
    escape: @escaping @Sendable (String) -> String = Markup.escape, example: Example? = nil,
    write: @escaping @Sendable (BarContent) -> String
  ) {
    (self.name, self.summary) = (name, summary)
    (self.isGenerator, self.takesClicks, self.runsOnce) = (isGenerator, takesClicks || isGenerator, runsOnce)
    (self.escape, self.example, self.write) = (escape, example, write)
  }

  package static let all = jsonFormats + textFormats

  /// Nil for a word that is not a format's name.
  init?(named name: String) {
    guard let format = Self.all.first(where: { $0.name == name }) else { return nil }
    self = format
  }

  /// A line of text for the bar, without its line feed.
  func line(_ content: BarContent) -> String { write(content.escaped(escape)) }

  /// The example with these icons; nil for the default ones.
  func example(with icons: Icons?) -> String {
    guard let text = example?.text else { return "" }
    guard let icons else { return text }
    let command = "exec bbbar " + name
    var (result, rest) = ("", text[...])
    while !rest.isEmpty {
      if rest.hasPrefix(command) {
        result += command + " --icons " + icons.rawValue
        rest = rest.dropFirst(command.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result
  }
}

extension BarFormat: Equatable {
  package static func == (one: BarFormat, other: BarFormat) -> Bool { one.name == other.name }
}

extension String {
  /// The text with some scalars replaced; nil keeps one.
  func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    guard unicodeScalars.contains(where: { replacement($0) != nil }) else { return self }
    var replaced = ""
    for scalar in unicodeScalars { replaced += replacement(scalar) ?? String(scalar) }
    return replaced
  }
}
