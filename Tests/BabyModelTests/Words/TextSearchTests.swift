import BabyModel
import Testing

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
