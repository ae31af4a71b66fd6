/// Why a declaration cannot be read, and where.
package struct DeclarationError: Error, Equatable {
  package var message: String
  /// Bytes from the beginning of what was read.
  package var offset: Int
}

/// Goes through Swift source and knows as much of it as is needed to find where declarations, types and values end.
struct Scanner {
  private let source: [UInt8]
  private(set) var offset = 0

  init(_ source: String) { self.source = Array(source.utf8) }

  var isAtEnd: Bool { offset >= source.count }

  var next: UInt8? { isAtEnd ? nil : source[offset] }

  func text(from start: Int, to end: Int) -> String { String(decoding: source[start..<end], as: UTF8.self).trimmed }

  /// Passes over `word` when it comes next.
  mutating func take(_ word: String) -> Bool {
    guard source[offset...].starts(with: word.utf8) else { return false }
    offset += word.utf8.count
    return true
  }

  /// The identifier that comes next; empty if none does.
  mutating func identifier() -> String {
    let start = offset
    while let byte = next, Self.isPartOfName(byte) { offset += 1 }
    return text(from: start, to: offset)
  }

  /// Passes over white space and comments.
  ///
  /// - Returns: the lines of the doc comment that came last, without their slashes.
  mutating func skipSpace() -> [String] {
    var lines: [String] = []
    while let byte = next {
      if take("///") {
        lines.append(restOfLine())
      } else if take("//") {
        _ = restOfLine()
      } else if take("/*") {
        while !isAtEnd, !take("*/") { offset += 1 }
      } else if Self.isSpace(byte) || byte == UInt8(ascii: ";") {
        offset += 1
      } else {
        break
      }
    }
    return lines
  }

  /// Passes over what comes until one of the bytes, which is not part of a text, a comment or what is in brackets.
  mutating func skip(to ends: [UInt8]) throws(DeclarationError) {
    while let byte = next, !ends.contains(byte) { try skipToken(byte) }
  }

  /// Passes over what is in the brackets that begin here, and over the brackets.
  mutating func skipBrackets() throws(DeclarationError) {
    let start = offset
    offset += 1
    while let byte = next {
      if Self.closing.contains(byte) {
        offset += 1
        return
      }
      try skipToken(byte)
    }
    throw DeclarationError(message: "a bracket is not closed", offset: start)
  }

  private mutating func skipToken(_ byte: UInt8) throws(DeclarationError) {
    if byte == UInt8(ascii: "\"") {
      try skipText()
    } else if Self.opening.contains(byte) {
      try skipBrackets()
    } else if source[offset...].starts(with: "//".utf8) {
      _ = restOfLine()
    } else {
      offset += 1
    }
  }

  private mutating func skipText() throws(DeclarationError) {
    let start = offset
    let end = take("\"\"\"") ? "\"\"\"" : "\""
    if end.utf8.count == 1 { offset += 1 }
    while !isAtEnd {
      if take(end) { return }
      if take("\\") {
        if next == UInt8(ascii: "(") { try skipBrackets() } else { offset += 1 }
      } else {
        offset += 1
      }
    }
    throw DeclarationError(message: "a text is not closed", offset: start)
  }

  private mutating func restOfLine() -> String {
    let start = offset
    while let byte = next, byte != UInt8(ascii: "\n") { offset += 1 }
    return text(from: start, to: offset)
  }

  private static let opening = Array("([{".utf8)
  private static let closing = Array(")]}".utf8)

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0d).contains(byte) }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "`"), 0x80...:
      true
    default: false
    }
  }
}

extension String {
  /// Without white space at its ends.
  var trimmed: String {
    let rest = drop { $0.isWhitespace }
    guard let last = rest.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(rest[...last])
  }
}
