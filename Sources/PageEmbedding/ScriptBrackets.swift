extension [ScriptToken] {
  /// Without round brackets that change nothing: around the one thing that a function takes, and around a name or a call
  /// where a value stands, which is what is left of `/** @type {…} */ (a)`.
  var unbracketed: [ScriptToken] {
    var tokens: [ScriptToken] = []
    var left: Set<Int> = []
    for index in indices {
      var token = self[index]
      if token.isSign("("), let end = closing(index), isPlainTaken(index, end) || isPlainValue(index, end) {
        left.insert(end)
        continue
      }
      if left.contains(index) { continue }
      // What stood before the bracket stands before its content now.
      if index > 0, self[index - 1].isSign("("), tokens.last != self[index - 1] {
        token.gap = index > 1 && self[index - 2].kind == .name ? .space : self[index - 1].gap
      }
      tokens.append(token)
    }
    return tokens
  }

  private func closing(_ start: Int) -> Int? {
    var depth = 0
    for index in self[start...].indices {
      depth += self[index].depth
      if depth == 0 { return index }
    }
    return nil
  }

  /// `(a) =>`
  private func isPlainTaken(_ start: Int, _ end: Int) -> Bool {
    end == start + 2 && self[start + 1].kind == .name && end + 1 < count && self[end + 1].isSign("=>")
      && (start == 0 || self[start - 1].text != "async")
  }

  /// `(a.b(c))` where a value begins and ends
  private func isPlainValue(_ start: Int, _ end: Int) -> Bool {
    guard start > 0, end > start + 1, end + 1 < count, Self.signsBeforeValues.contains(self[start - 1].text),
      [.name, .punctuator].contains(self[start - 1].kind), !self[end + 1].isSign("=>")
    else { return false }
    if end == start + 2, self[start + 1].kind == .text { return true }
    var (index, isAfterValue) = (start + 1, false)
    while index < end {
      let token = self[index]
      switch token.kind {
      case .name where !isAfterValue && !Self.wordsThatGoOn.contains(token.text): isAfterValue = true
      case .punctuator where isAfterValue && token.text == ".": isAfterValue = false
      case .punctuator where isAfterValue && ["(", "["].contains(token.text):
        guard let last = closing(index) else { return false }
        index = last
      default: return false
      }
      index += 1
    }
    return isAfterValue
  }

  private static var signsBeforeValues: Set<String> { ["=", "(", ",", ":", "?", "[", "=>", "return"] }
  /// After which a value has not ended, or is another one than it looks like.
  private static var wordsThatGoOn: Set<String> {
    [
      "async", "await", "class", "delete", "function", "in", "instanceof", "new", "of", "super", "typeof", "void",
      "yield",
    ]
  }
}
