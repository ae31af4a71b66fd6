/// The text without white space at its ends.
func trimmed(_ text: String) -> String {
  var rest = text[...]
  while let first = rest.first, first.isWhitespace { rest.removeFirst() }
  while let last = rest.last, last.isWhitespace { rest.removeLast() }
  return String(rest)
}

/// The text with each run of white space as one space, and none at its ends.
func normalised(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// The number in a text such as `8` or `2.75`; nil for signs, exponents and whatever else is no plain number.
func plainNumber(_ text: some StringProtocol) -> Double? {
  let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) }) else { return nil }
  return Double(text)
}

/// The number in a text of 1 to `digits` digits.
func plainInteger(_ text: some StringProtocol, digits: Int) -> Int? {
  (1...digits).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit) ? Int(text) : nil
}

private func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
