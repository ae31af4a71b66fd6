extension [ScriptToken] {
  /// Without what is not needed: commas and semicolons before a bracket that closes, and `const` where the statement
  /// before it was one too.
  var shortened: [ScriptToken] {
    var shortening = ScriptShortening()
    for (index, token) in enumerated() {
      shortening.pass(token, next: index + 1 < count ? self[index + 1] : nil)
    }
    return shortening.tokens
  }
}

private struct ScriptShortening {
  private(set) var tokens: [ScriptToken] = []

  private struct Frame {
    /// The word with which the statement began that goes on, if it declares something.
    var word: String?
    /// Whether the next token begins a statement.
    var isStart = true
    /// Whether these are the round brackets of a word after which a statement stands.
    var isHead = false
  }

  private var frames = [Frame()]
  /// Whether what was closed last were such brackets.
  private var isAfterHead = false
  /// Whether a comma has taken the place of a semicolon, and its word is left out.
  private var isContinued = false

  mutating func pass(_ token: ScriptToken, next: ScriptToken?) {
    let last = tokens.last
    if isContinued {
      isContinued = false
      return
    }
    if let last, let next, last.isFollowedByEnd(next, after: token) { return }
    if token.isSign(";"), next?.isSign("}") ?? false, !(last?.isSign(")") ?? true) || !isAfterHead,
      !(last?.isSign(";") ?? true), last?.text != "else"
    {
      return
    }
    let top = frames.count - 1
    if token.gap == .line, token.kind != .punctuator, let last, !last.isOperator { frames[top].word = nil }
    if token.isSign(";"), let word = frames[top].word, next?.kind == .name, next?.text == word {
      tokens.append(ScriptToken(kind: .punctuator, text: ",", gap: .none))
      isContinued = true
      return
    }
    follow(token, last)
    tokens.append(token)
  }

  private mutating func follow(_ token: ScriptToken, _ last: ScriptToken?) {
    let top = frames.count - 1
    if frames[top].isStart {
      frames[top].word = token.kind == .name && ["const", "let"].contains(token.text) ? token.text : nil
      frames[top].isStart = false
    }
    if token.depth > 0 {
      let isHead = token.text == "(" && ["await", "for", "if", "while", "with"].contains(last?.text)
      // What stands in other brackets than braces is no statement.
      frames.append(Frame(isStart: token.isSign("{"), isHead: isHead))
    } else if token.depth < 0, top > 0 {
      isAfterHead = frames.removeLast().isHead
    }
    if token.isSign(";") || token.isSign("}") {
      // A brace may end an expression within a statement, which then goes on.
      frames[frames.count - 1].isStart = token.isSign(";") || frames[frames.count - 1].word == nil
    }
  }
}

extension ScriptToken {
  fileprivate func isSign(_ sign: String) -> Bool { kind == .punctuator && text == sign }

  /// Whether something has to follow.
  fileprivate var isOperator: Bool { kind == .punctuator && ![")", "]", "}"].contains(text) }

  /// Whether a comma after this is the last in its brackets.
  fileprivate func isFollowedByEnd(_ next: ScriptToken, after comma: ScriptToken) -> Bool {
    comma.isSign(",") && next.kind == .punctuator && ["}", "]", ")"].contains(next.text)
      && !["[", "{", "(", ","].contains(text)
  }
}
