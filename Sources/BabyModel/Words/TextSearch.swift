// Texts in texts, byte for byte. Swift's own search of this kind brings regular expressions into every program.
extension StringProtocol where SubSequence == Substring {
  /// Where a text occurs first; nil for an empty one.
  public func place(of text: String) -> Range<Index>? {
    guard let first = text.utf8.first else { return nil }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: text.utf8) {
        return start..<rest.index(start, offsetBy: text.utf8.count)
      }
      rest = rest[rest.index(after: start)...]
    }
    return nil
  }

  /// The parts before, between and after the occurrences of a text: all of it if there is none.
  public func parts(around separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let place = rest.place(of: separator) {
      parts.append(rest[..<place.lowerBound])
      rest = rest[place.upperBound...]
    }
    return parts + [rest]
  }
}
