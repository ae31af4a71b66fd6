extension [ScriptToken] {
  /// Without what is not needed: commas and semicolons before a bracket that closes, the second of two words that
  /// declare, brackets around what stands alone, and lines that end where a statement ends anyway. All that is declared
  /// is so by `let`: `const` says something to those who write it, and nothing else to those who run it. So do `true` and
  /// `false`, of which `!0` and `!1` say the same.
  var shortened: [ScriptToken] {
    var shortening = ScriptShortening()
    let tokens = unbracketed
    for (index, token) in tokens.enumerated() {
      shortening.pass(token, next: index + 1 < tokens.count ? tokens[index + 1] : nil)
    }
    return shortening.tokens.flagged
  }

  private var flagged: [ScriptToken] {
    enumerated().map { index, token in
      guard token.kind == .name, let short = ScriptShortening.flags[token.text] else { return token }
      var token = token
      let (before, after) = (index > 0 ? self[index - 1].text : "", index + 1 < count ? self[index + 1].text : "")
      let isMember = [".", "?."].contains(before) || after == "(" || after == ":" && ["{", ","].contains(before)
      if !isMember { token.text = short }
      return token
    }
  }
}

private struct ScriptShortening {
  static let flags = ["true": "!0", "false": "!1"]

  private(set) var tokens: [ScriptToken] = []

  private struct Frame {
    /// The word with which the statement began that goes on, if it declares something.
    var word: String?
    /// Whether the next token begins a statement.
    var isStart = true
    /// Whether these are the round brackets of a word after which a statement stands.
    var isHead = false
    /// Whether these are a class's braces.
    var isClass = false
    /// Whether a statement is over with these braces, whatever comes then.
    var endsStatement = false
    /// Whether the next braces are those of a function that is declared, or of a class.
    var isDeclaring = false
    var isDeclaringClass = false
    /// Whether it is a member's value that goes on.
    var isValue = false
  }

  private var frames = [Frame()]
  /// Whether what was closed last were such brackets.
  private var isAfterHead = false
  /// Whether a comma has taken the place of a semicolon, and its word is left out.
  private var isContinued = false
  /// Whether a statement is over with the brace that was closed last.
  private var isAfterStatement = false

  mutating func pass(_ token: ScriptToken, next: ScriptToken?) {
    var token = token
    let last = tokens.last
    if isContinued {
      isContinued = false
      return
    }
    if token.gap == .line, isLineNeedless { token.gap = last?.isWord("else") ?? false ? .space : .none }
    if let last, let next, last.isFollowedByEnd(next, after: token) { return }
    if token.isSign(";"), next?.isSign("}") ?? false, !(last?.isSign(")") ?? true) || !isAfterHead,
      !(last?.isSign(";") ?? true), last?.text != "else"
    {
      return
    }
    let top = frames.count - 1
    if token.gap == .line, token.kind != .punctuator, let last, !last.isOperator { frames[top].word = nil }
    if frames[top].isStart, token.isWord("const") { token.text = "let" }
    if token.isSign(";"), frames[top].word != nil, let next, next.isWord("let") || next.isWord("const") {
      tokens.append(ScriptToken(kind: .punctuator, text: ",", gap: .none))
      isContinued = true
      return
    }
    follow(token, last, next)
    tokens.append(token)
  }

  /// Whether a statement is over or goes on here anyway.
  private var isLineNeedless: Bool {
    guard let last = tokens.last else { return true }
    return last.isSign("}") && isAfterStatement || last.isSign(")") && isAfterHead || last.isWord("else")
      || last.kind == .template && last.text.hasSuffix("${")
  }

  private mutating func follow(_ token: ScriptToken, _ last: ScriptToken?, _ next: ScriptToken?) {
    let top = frames.count - 1
    if frames[top].isStart {
      frames[top].word = token.isWord("let") ? token.text : nil
      frames[top].isStart = false
      frames[top].isDeclaringClass = token.isWord("class")
      frames[top].isDeclaring =
        token.isWord("class") || token.isWord("function") || token.isWord("async") && next?.text == "function"
    }
    if frames[top].isClass, token.isSign("=") { frames[top].isValue = true }
    if token.depth > 0 {
      var frame = Frame()
      frame.isHead = token.isSign("(") && isHead
      // What stands in other brackets than braces is no statement, but for what a loop declares.
      frame.isStart = token.isSign("{") || token.isSign("(") && ["await", "for"].contains(last?.text)
      if token.isSign("{") {
        frame.isClass = frames[top].isDeclaring && frames[top].isDeclaringClass
        frame.endsStatement =
          frames[top].isDeclaring || last?.isSign(")") ?? false && isAfterHead
          || last.map { ["catch", "else", "finally", "try"].contains($0.text) } ?? false
          || frames[top].isClass && !frames[top].isValue && last?.isSign(")") ?? false
        frames[top].isDeclaring = false
      }
      frames.append(frame)
    } else if token.depth < 0, top > 0 {
      let frame = frames.removeLast()
      isAfterHead = frame.isHead
      isAfterStatement = frame.endsStatement && token.isSign("}")
    }
    if token.isSign(";") || token.isSign("}") {
      // A brace may end an expression within a statement, which then goes on.
      frames[frames.count - 1].isStart = token.isSign(";") || frames[frames.count - 1].word == nil
      if token.isSign(";") { frames[frames.count - 1].isValue = false }
    }
  }

  /// Whether what comes in brackets belongs to a statement's word.
  private var isHead: Bool {
    guard let word = tokens.last, word.kind == .name else { return false }
    let before = tokens.dropLast().last?.text
    return word.text == "await" ? before == "for" : Self.wordsWithHeads.contains(word.text) && before != "."
  }

  private static let wordsWithHeads: Set<String> = ["catch", "for", "if", "switch", "while", "with"]
}

extension ScriptToken {
  func isSign(_ sign: String) -> Bool { kind == .punctuator && text == sign }

  func isWord(_ word: String) -> Bool { kind == .name && text == word }

  /// Whether something has to follow.
  fileprivate var isOperator: Bool { kind == .punctuator && ![")", "]", "}"].contains(text) }

  /// Whether a comma after this is the last in its brackets.
  fileprivate func isFollowedByEnd(_ next: ScriptToken, after comma: ScriptToken) -> Bool {
    comma.isSign(",") && next.kind == .punctuator && ["}", "]", ")"].contains(next.text)
      && !["[", "{", "(", ","].contains(text)
  }
}
