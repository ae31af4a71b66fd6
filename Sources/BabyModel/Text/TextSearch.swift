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

/// A prepared search pattern (Knuth, Morris and Pratt): a search looks at each element of the searched text at most
/// twice, whatever both contain.
struct Pattern<Element: Equatable & Sendable>: Sendable {
  let elements: [Element]
  /// For each beginning of the pattern, how much of the pattern's own beginning it ends with.
  private let overlaps: [Int]

  init(_ elements: [Element]) {
    self.elements = elements
    var overlaps = elements.map { _ in 0 }
    var overlap = 0
    for index in elements.indices.dropFirst() {
      while overlap > 0, elements[overlap] != elements[index] { overlap = overlaps[overlap - 1] }
      if elements[overlap] == elements[index] { overlap += 1 }
      overlaps[index] = overlap
    }
    self.overlaps = overlaps
  }

  /// Whether the pattern stands somewhere in a text; true for an empty one.
  ///
  /// - Parameter element: of the text, at 0 up to `count`.
  @inline(__always)
  func isFound(in count: Int, _ element: (Int) -> Element) -> Bool {
    var (index, matched) = (0, 0)
    while matched < elements.count {
      guard count - index >= elements.count - matched else { return false }
      if element(index) == elements[matched] {
        index += 1
        matched += 1
      } else if matched == 0 {
        index += 1
      } else {
        matched = overlaps[matched - 1]
      }
    }
    return true
  }
}

/// The most likely intended name, or nil if none is near: at most a third of the letters differ.
///
/// Our names have at most 64 bytes, and a name that is much longer or shorter is not compared: the work is bounded,
/// whatever the name is.
public func nearestName(to name: String, among names: [String]) -> String? {
  guard name.utf8.count <= 64 else { return nil }
  let wanted = Array(name.lowercased().utf8)
  var best: (name: String, distance: Int)?
  for name in names {
    let most = max(1, max(wanted.count, name.utf8.count) / 3)
    guard abs(wanted.count - name.utf8.count) <= most else { continue }
    let distance = editDistance(wanted, Array(name.lowercased().utf8))
    if distance <= most, distance < best?.distance ?? .max { best = (name, distance) }
  }
  return best?.name
}

/// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...b.count)
  for i in 0..<a.count {
    var row = [i + 1]
    row.reserveCapacity(b.count + 1)
    for j in 0..<b.count {
      var best = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforeLast[j - 1] + 1) }
      row.append(best)
    }
    beforeLast = last
    last = row
  }
  return last[b.count]
}
