extension String {
  /// An excerpt of a text that another person wrote, for use in a sentence: its first 80 bytes at most, without the
  /// character that they cut, and "…" for the rest. The work is bounded, whatever the text.
  public var excerpt: String {
    guard var end = utf8.index(utf8.startIndex, offsetBy: 80, limitedBy: utf8.endIndex), end != utf8.endIndex else {
      return self
    }
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    let beginning = String(self[..<end])
    let whole = beginning.dropLast()
    return (whole.isEmpty ? beginning : String(whole)) + "…"
  }
}
