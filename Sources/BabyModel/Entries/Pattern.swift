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
