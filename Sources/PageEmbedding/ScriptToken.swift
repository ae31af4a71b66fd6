/// A word of JavaScript, without comments.
struct ScriptToken: Hashable {
  enum Kind {
    /// A name or a keyword.
    case name
    case number
    /// In single or double quotes, with them.
    case text
    /// From a backtick or a brace to the next of either.
    case template
    case pattern
    case punctuator
    /// `import.meta.url`, of which the text is the path that is meant.
    case place
  }

  /// What stands before it.
  enum Gap: Int, Comparable {
    case none, space, line

    static func < (left: Gap, right: Gap) -> Bool { left.rawValue < right.rawValue }
  }

  let kind: Kind
  var text: String
  var gap: Gap

  /// How many brackets are open after it that were not before.
  var depth: Int {
    switch kind {
    case .template: (text.hasSuffix("${") ? 1 : 0) - (text.hasPrefix("}") ? 1 : 0)
    case .punctuator: ["(", "[", "{"].contains(text) ? 1 : [")", "]", "}"].contains(text) ? -1 : 0
    default: 0
    }
  }

  /// What a text in quotes says; nil for anything else, and for one with escapes.
  var said: String? { kind == .text && !text.contains("\\") ? String(text.dropFirst().dropLast()) : nil }
}

extension [ScriptToken] {
  /// The script again, without comments and white space that nobody needs. Lines end where they may end a statement.
  var script: String {
    var text = ""
    let tokens = shortened
    for (index, token) in tokens.enumerated() {
      if index > 0 {
        let last = tokens[index - 1]
        switch token.gap {
        case .line where last.endsLine(before: token): text += "\n"
        case _ where token.gap != .none && !last.canTouch(token): text += token.gap == .line ? "\n" : " "
        default: break
        }
      }
      text += token.text
    }
    return isEmpty ? "" : text + "\n"
  }
}

extension ScriptToken {
  /// Whether a line break is there where nobody can tell that nothing depends on it.
  fileprivate func endsLine(before next: ScriptToken) -> Bool {
    text == "}" && !(next.kind == .punctuator && [")", "]", "}"].contains(next.text))
  }

  /// Whether both are still what they are with nothing between them.
  fileprivate func canTouch(_ next: ScriptToken) -> Bool {
    guard let end = text.last, let start = next.text.first else { return false }
    let isWord = [Kind.name, .number, .pattern, .place].contains(kind)
    if isWord, ![.punctuator, .template, .text].contains(next.kind) { return false }
    // A line that ends in a word or a bracket may end a statement.
    if next.gap == .line, isWord || [")", "]"].contains(text) || [.text, .template].contains(kind) {
      return next.kind == .punctuator && [")", "]", "}", ",", ".", "?.", ":", "?", ";", "="].contains(next.text)
    }
    // `+ +a`, `a - -b`, `1 .toFixed`, and a slash that would begin a comment.
    return !(end == start && "+-/&|<>*=.?".contains(end)) && !(kind == .number && start == ".")
      && !(end == "/" && start == "*")
  }
}
