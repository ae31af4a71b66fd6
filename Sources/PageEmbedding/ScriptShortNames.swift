/// Names that are as short as can be, one after the other.
struct ScriptShortNames {
  private let first: [Character]
  private var taken: Set<String>
  private var count = 0

  /// Those first that other words begin with, too.
  static let letters = Array("etnsiarocldupmfhgyvbwkxqzjTESNACIORDPLUMFBWHKGVYXJQZ_")
  private static let words: Set<String> = ["as", "do", "if", "in", "is", "of"]

  /// - Parameters:
  ///   - kind: whether the first ones are small letters.
  ///   - taken: names that mean something else.
  init(small: Bool, taken: Set<String>) {
    first = small ? Self.letters : Self.letters.filter { !$0.isLowercase }
    self.taken = taken
  }

  mutating func next() -> String {
    while true {
      let name = name(count)
      count += 1
      if !taken.contains(name), !Self.words.contains(name) { return name }
    }
  }

  private func name(_ number: Int) -> String {
    if number < first.count { return String(first[number]) }
    var (rest, name) = (number - first.count, "")
    // Two letters, or more.
    var length = 2
    var all = Self.letters.count * Self.letters.count
    while rest >= all { (rest, length, all) = (rest - all, length + 1, all * Self.letters.count) }
    for _ in 0..<length {
      name = String(Self.letters[rest % Self.letters.count]) + name
      rest /= Self.letters.count
    }
    return name
  }
}
