import BabyModel

/// The text without white space at its ends.
func trimmed(_ text: String) -> String {
  // In most texts the bytes show that there is none: asking Unicode takes longer than the rest of a row.
  if let first = text.utf8.first, let last = text.utf8.last, isPlain(first), isPlain(last) { return text }
  return text.trimmed
}

/// The text with each run of white space as one space, and none at its ends.
func normalised(_ text: String) -> String {
  var before = UInt8(ascii: " ")
  let isNormal = text.utf8.allSatisfy { byte in
    defer { before = byte }
    return isPlain(byte) || byte == UInt8(ascii: " ") && before != byte
  }
  if isNormal, before != UInt8(ascii: " ") || text.isEmpty { return text }
  return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// The words of a text in small letters: its runs of letters.
func lowercaseWords(of text: String) -> [String] { text.lowercased().split { !$0.isLetter }.map(String.init) }

/// The words of a text in small letters, up to the first one that denies: "poo" of "poo, no pee", and none of "no poo".
func wordsSaid(_ text: String) -> [String] {
  Array(lowercaseWords(of: text).prefix { !["no", "not", "non", "none", "without"].contains($0) })
}

/// A text as a field of an entry has it, on one line; nil for nothing, and for what is too long for a field.
func fieldText(_ text: String, within limit: TextLimit = TextLimits.field) -> String? {
  let text = normalised(text)
  return text.isEmpty || limit.problem(with: text) != nil ? nil : text
}

/// The number in a text such as `8` or `2.75`; nil for signs, exponents and anything else that is not a plain number.
func plainNumber(_ text: some StringProtocol) -> Double? {
  let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }) else { return nil }
  return Double(text)
}

/// The number in a text of 1 to `digits` digits.
func plainInteger(_ text: some StringProtocol, digits: Int) -> Int? {
  (1...digits).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit) ? Int(text) : nil
}

/// Whether a byte is of ASCII, and neither white space nor a control sign.
private func isPlain(_ byte: UInt8) -> Bool { (0x21...0x7e).contains(byte) }

func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
