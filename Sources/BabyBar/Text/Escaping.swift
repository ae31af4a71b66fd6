import BabyClient

/// What has a meaning to a bar, written so that it has none. The text is one line without control characters already.
package enum Escaping {
  /// Pango markup: Waybar, i3bar, i3blocks, i3status-rust.
  package static func pango(_ text: String) -> String { Markup.escape(text) }

  /// polybar, where `%{` begins a tag, which can be one that runs a command. It knows no way to write it, and what is
  /// before and after the text may have the other half.
  package static func polybar(_ text: String) -> String {
    let open = replacing(text) { $0 == "{" ? "(" : nil }
    // As polybar sees it: a mark before the sign may make one letter of both.
    return open.unicodeScalars.last == "%" ? String(open.unicodeScalars.dropLast()) + "\u{FF05}" : open
  }

  /// tmux, which expands what a command prints once more. Times, which begin with `%`, it expands before that alone.
  package static func tmux(_ text: String) -> String {
    replacing(text) { $0 == "#" ? "##" : nil }
  }

  /// Argos: Pango markup, where `|` begins attributes and a backslash is taken for an escape.
  package static func argos(_ text: String) -> String {
    pango(replacing(text) { $0 == "|" ? "\u{2502}" : $0 == "\\" ? "\\\\" : nil })
  }

  static func none(_ text: String) -> String { text }

  private static func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    guard text.unicodeScalars.contains(where: { replacement($0) != nil }) else { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if let replacement = replacement(scalar) { escaped += replacement } else { escaped.unicodeScalars.append(scalar) }
    }
    return escaped
  }
}
