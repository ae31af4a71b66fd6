/// Takes JavaScript apart into tokens, as far as that is needed to leave out comments and to find what stands at the top
/// of a module: texts, templates and regular expressions are seen as what they are.
struct ScriptReader {
  private let path: String
  private let bytes: [UInt8]
  private var position = 0
  private var tokens: [ScriptToken] = []
  /// For each template that is open: how many braces are open in it.
  private var templates: [Int] = []

  /// - Parameter path: for errors.
  static func tokens(of text: String, path: String) throws(EmbeddingError) -> [ScriptToken] {
    var reader = ScriptReader(path: path, bytes: Array(text.utf8))
    try reader.read()
    return reader.tokens
  }

  private init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  private mutating func read() throws(EmbeddingError) {
    var gap = ScriptToken.Gap.none
    while position < bytes.count {
      let start = position
      if let more = try skipped() {
        gap = max(gap, more)
        continue
      }
      let kind = try kind()
      tokens.append(ScriptToken(kind: kind, text: String(decoding: bytes[start..<position], as: UTF8.self), gap: gap))
      gap = .none
    }
    guard templates.isEmpty else { throw EmbeddingError(path, "a text in backticks is never closed") }
  }

  private func byte(_ offset: Int = 0) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func isNext(_ text: StaticString) -> Bool {
    bytes[position...].starts(with: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Passes white space or a comment; nil when there is none.
  private mutating func skipped() throws(EmbeddingError) -> ScriptToken.Gap? {
    switch byte() {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
      position += 1
      return .space
    case UInt8(ascii: "\n"):
      position += 1
      return .line
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "/"):
      position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      return .space
    case UInt8(ascii: "/") where byte(1) == UInt8(ascii: "*"):
      let start = position
      position += 2
      while position < bytes.count, !isNext("*/") { position += 1 }
      guard position < bytes.count else { throw EmbeddingError(path, "a comment is never closed") }
      position += 2
      return bytes[start..<position].contains(UInt8(ascii: "\n")) ? .line : .space
    default: return nil
    }
  }

  /// Passes a token.
  private mutating func kind() throws(EmbeddingError) -> ScriptToken.Kind {
    guard let first = byte() else { return .punctuator }
    switch first {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      try passText(until: first)
      return .text
    case UInt8(ascii: "`"):
      try passTemplate()
      return .template
    case UInt8(ascii: "}") where templates.last == 0:
      templates.removeLast()
      try passTemplate()
      return .template
    case UInt8(ascii: "/") where isPatternExpected:
      try passPattern()
      return .pattern
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      passNumber()
      return .number
    case UInt8(ascii: ".") where byte(1).map { (0x30...0x39).contains($0) } ?? false:
      passNumber()
      return .number
    case _ where isPartOfName(first):
      while let next = byte(), isPartOfName(next) { position += 1 }
      return .name
    default:
      if first == UInt8(ascii: "{"), let last = templates.indices.last { templates[last] += 1 }
      if first == UInt8(ascii: "}"), let last = templates.indices.last { templates[last] -= 1 }
      position += isNext("...") ? 3 : isNext("=>") || isOptionalChain ? 2 : 1
      return .punctuator
    }
  }

  /// `a?.b`, and not `a?.5:b`.
  private var isOptionalChain: Bool { isNext("?.") && byte(2).map { !(0x30...0x39).contains($0) } ?? true }

  /// Letters, and all that is not ASCII.
  private func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "#"),
      UInt8(ascii: "\\"), 0x80...:
      true
    default: false
    }
  }

  private mutating func passNumber() {
    while let next = byte() {
      let isExponent = [UInt8(ascii: "e"), UInt8(ascii: "E")].contains(bytes[max(position - 1, 0)])
      let isSign = isExponent && (next == UInt8(ascii: "+") || next == UInt8(ascii: "-"))
      guard isPartOfName(next) || next == UInt8(ascii: ".") || isSign else { return }
      position += 1
    }
  }

  private mutating func passText(until quote: UInt8) throws(EmbeddingError) {
    position += 1
    while let next = byte(), next != UInt8(ascii: "\n") {
      position += next == UInt8(ascii: "\\") ? 2 : 1
      if next == quote { return }
    }
    throw EmbeddingError(path, "a text in quotes is never closed")
  }

  /// From a backtick, or the brace that ends an expression, to the next of either.
  private mutating func passTemplate() throws(EmbeddingError) {
    position += 1
    while let next = byte() {
      if next == UInt8(ascii: "$"), byte(1) == UInt8(ascii: "{") {
        position += 2
        templates.append(0)
        return
      }
      position += next == UInt8(ascii: "\\") ? 2 : 1
      if next == UInt8(ascii: "`") { return }
    }
    throw EmbeddingError(path, "a text in backticks is never closed")
  }

  private mutating func passPattern() throws(EmbeddingError) {
    var isInClass = false
    position += 1
    while let next = byte(), next != UInt8(ascii: "\n") {
      position += next == UInt8(ascii: "\\") ? 2 : 1
      if next == UInt8(ascii: "[") { isInClass = true }
      if next == UInt8(ascii: "]") { isInClass = false }
      if next == UInt8(ascii: "/"), !isInClass {
        while let flag = byte(), isPartOfName(flag) { position += 1 }
        return
      }
    }
    throw EmbeddingError(path, "a regular expression is never closed")
  }

  /// Whether a slash begins a regular expression here; else it divides what stands before.
  private var isPatternExpected: Bool {
    guard let last = tokens.last else { return true }
    switch last.kind {
    case .number, .text, .pattern, .place: return false
    case .template: return last.text.hasSuffix("${")
    case .name: return Self.wordsBeforeExpressions.contains(last.text)
    case .punctuator: return ![")", "]", "}"].contains(last.text)
    }
  }

  private static let wordsBeforeExpressions: Set<String> = [
    "await", "case", "delete", "do", "else", "in", "instanceof", "new", "of", "return", "throw", "typeof", "void",
    "yield",
  ]
}
