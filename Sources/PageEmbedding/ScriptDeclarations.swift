/// Where a script declares names: variables, functions, classes, and what functions and `catch` take.
///
/// A declaration that it does not see costs bytes, and nothing else: its name keeps its spelling.
struct ScriptDeclarations {
  struct Declaration: Hashable {
    /// Of the name, among the tokens.
    let place: Int
    /// Where the name may mean this: at least all of where it does.
    let extent: Range<Int>
  }

  private(set) var all: [Declaration] = []

  private let tokens: [ScriptToken]
  /// For each bracket, where the one is that belongs to it.
  private var others: [Int: Int] = [:]
  /// For each token, the brace of the block around it.
  private var blocks: [Int?] = []
  /// Where the names are seen that are read now.
  private var extent = 0..<0

  init(_ tokens: [ScriptToken]) {
    self.tokens = tokens
    var open: [Int] = []
    for index in tokens.indices {
      let token = tokens[index]
      if token.isClosing, let start = open.popLast() { (others[index], others[start]) = (start, index) }
      blocks.append(open.last { tokens[$0].text == "{" })
      if token.isOpening { open.append(index) }
    }
    for index in tokens.indices { read(index) }
  }

  /// The names in `a = 1, {b, c: d} = e;`.
  static func list(_ tokens: ArraySlice<ScriptToken>) -> [String] {
    var reader = ScriptDeclarations(unread: Array(tokens))
    reader.readVariables(0)
    return reader.all.map { reader.tokens[$0.place].text }
  }

  private init(unread tokens: [ScriptToken]) { self.tokens = tokens }

  private func token(_ index: Int) -> ScriptToken? { tokens.indices.contains(index) ? tokens[index] : nil }

  private func text(_ index: Int) -> String? {
    token(index).flatMap { [.name, .punctuator].contains($0.kind) ? $0.text : nil }
  }

  /// The block around a token, or all.
  private func block(_ index: Int) -> Range<Int> {
    guard let start = blocks[index] else { return tokens.indices }
    return start..<(others[start] ?? tokens.count)
  }

  // MARK: What declares

  private mutating func read(_ index: Int) {
    guard let word = text(index), text(index - 1) != "." else { return }
    switch word {
    case "const", "let", "var":
      guard token(index + 1)?.kind == .name || ["{", "["].contains(text(index + 1)) else { return }
      extent = word == "var" ? tokens.indices : block(index)
      readVariables(index + 1)
    case "function", "class":
      let next = text(index + 1) == "*" ? index + 2 : index + 1
      guard token(next)?.kind == .name, text(next) != "extends" else { return }
      extent = block(index)
      note(next)
    case "=>": readArrow(index)
    case "{": if text(index - 1) == ")" { readTaken(index - 1, until: others[index]) }
    default: break
    }
  }

  private mutating func note(_ place: Int) { all.append(Declaration(place: place, extent: extent)) }

  /// `a =>` and `(a, {b}) =>`
  private mutating func readArrow(_ index: Int) {
    let end = text(index + 1) == "{" ? others[index + 1] : passValue(index + 1)
    if text(index - 1) == ")" {
      readTaken(index - 1, until: end)
    } else if token(index - 1)?.kind == .name {
      extent = index - 1..<(end ?? tokens.count)
      note(index - 1)
    }
  }

  /// What a function takes, in brackets of which the last is told; not what `if` asks.
  private mutating func readTaken(_ last: Int, until end: Int?) {
    guard let start = others[last], text(start - 2) != "extends" else { return }
    if text(last + 1) == "{", let word = text(start - 1), Self.wordsBeforeConditions.contains(word) { return }
    extent = start..<(end ?? tokens.count)
    var index = start + 1
    while index < last {
      index = readPattern(index)
      index = passValue(index) + 1
    }
  }

  private static let wordsBeforeConditions: Set<String> = ["await", "for", "if", "switch", "while", "with"]

  private mutating func readVariables(_ start: Int) {
    var index = readPattern(start)
    while true {
      if text(index) == "=" { index = passValue(index) }
      guard text(index) == "," else { return }
      index = readPattern(index + 1)
    }
  }

  // MARK: Patterns

  /// A name, `{a, b: c = 1, ...d}` or `[e, f]`.
  /// - Returns: what comes after it.
  private mutating func readPattern(_ start: Int) -> Int {
    switch text(start) {
    case "...": return readPattern(start + 1)
    case "{": return readMembers(start + 1)
    case "[":
      var index = start + 1
      while let token = token(index), !token.isClosing {
        if text(index) != "," { index = passValue(readPattern(index)) }
        if text(index) == "," { index += 1 }
      }
      return index + 1
    default:
      if token(start)?.kind == .name { note(start) }
      return token(start)?.kind == .name ? start + 1 : start
    }
  }

  private mutating func readMembers(_ start: Int) -> Int {
    var index = start
    while let token = token(index), !token.isClosing {
      if text(index) == "..." {
        index = readPattern(index + 1)
      } else {
        // The key, which may be a value in brackets.
        let end = text(index) == "[" ? passBrackets(index) : index + 1
        index = text(end) == ":" ? readPattern(end + 1) : readPattern(index)
      }
      index = passValue(index)
      if text(index) == "," { index += 1 }
    }
    return index + 1
  }

  /// - Returns: the next comma, semicolon or bracket that closes, of those that are not within others.
  private func passValue(_ start: Int) -> Int {
    var index = start
    while let token = token(index), !token.isClosing, text(index) != ",", text(index) != ";" {
      index = token.isOpening ? passBrackets(index) : index + 1
    }
    return index
  }

  private func passBrackets(_ start: Int) -> Int {
    var (index, depth) = (start, 0)
    repeat {
      depth += token(index)?.depth ?? 0
      index += 1
    } while depth > 0 && index < tokens.count
    return index
  }
}

extension ScriptToken {
  fileprivate var isOpening: Bool {
    kind == .template ? text.hasSuffix("${") && !text.hasPrefix("}") : kind == .punctuator && depth > 0
  }

  fileprivate var isClosing: Bool {
    kind == .template ? text.hasPrefix("}") && !text.hasSuffix("${") : kind == .punctuator && depth < 0
  }
}
