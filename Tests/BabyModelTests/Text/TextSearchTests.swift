import Testing

@testable import BabyModel

@Suite("Substrings")
struct TextSearchTests {
  @Test("A text is found at its first occurrence", arguments: [("a::b::c", 1), ("::", 0), ("a:::", 1), ("é::", 2)])
  func found(text: String, offset: Int) throws {
    let place = try #require(text.place(of: "::"))
    #expect(text.utf8.distance(from: text.startIndex, to: place.lowerBound) == offset)
    #expect(text[place] == "::")
  }

  @Test("A missing text is not found", arguments: ["", ":", "a:b:", "abc"])
  func notFound(text: String) {
    #expect(text.place(of: "::") == nil)
    #expect(text.place(of: "") == nil)
    #expect(text.parts(around: "::") == [text[...]])
  }

  @Test("Parts are the texts in between, including empty ones")
  func parts() {
    #expect("::a::::b".parts(around: "::") == ["", "a", "", "b"])
    #expect("fd00::".parts(around: "::") == ["fd00", ""])
    #expect("a:::b".parts(around: "::") == ["a", ":b"])
    #expect("x, y, z"[...].dropFirst().parts(around: ", ") == ["", "y", "z"])
  }

  @Test("A quote with a combining accent is found: the shell sees a quote")
  func marks() {
    #expect("a'\u{301}; rm b".shellQuoted == "'a'\\''\u{301}; rm b'")
  }
}

@Suite("Searching for a text in a text")
struct PatternTests {
  private func looks(for pattern: String, in text: String) -> (isFound: Bool, looks: Int) {
    let bytes = Array(text.utf8)
    var looks = 0
    let isFound = Pattern(Array(pattern.utf8)).isFound(in: bytes.count) { index in
      looks += 1
      return bytes[index]
    }
    return (isFound, looks)
  }

  @Test("it is found wherever it begins, and nowhere else, as the library finds it")
  func finding() {
    let texts = ["", "a", "aa", "ab", "aab", "abab", "aabaab", "abaabaaab", "aaaaab", "bbbb", "abcabcabd"]
    for pattern in texts {
      for text in texts {
        let expected = text.indices.contains { text[$0...].hasPrefix(pattern) } || pattern.isEmpty
        #expect(looks(for: pattern, in: text).isFound == expected, "\(pattern) in \(text)")
      }
    }
  }

  @Test("it looks at each byte at most twice, however similar both are", arguments: [1, 2, 4, 8])
  func cost(factor: Int) {
    let count = 1000 * factor
    let text = String(repeating: "a", count: count)
    let found = looks(for: String(repeating: "a", count: count / 2) + "b", in: text)
    #expect(!found.isFound)
    #expect(found.looks <= 2 * count)
  }
}
