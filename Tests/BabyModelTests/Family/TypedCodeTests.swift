import BabyModel
import Testing

@Suite("Codes that people type")
struct TypedCodeTests {
  private let code = TypedCode(random: [19, 7, 23, 20, 2, 29, 21, 22, 10])

  @Test("a code has ten characters in two groups, none of which looks like another")
  func shape() {
    var seen: Set<Character> = []
    for start in UInt8.min...UInt8.max {
      let code = TypedCode(random: (0..<9).map { start &+ $0 &* 29 })
      #expect(code.text.count == 10 && code.grouped.count == 11)
      #expect(code.grouped.split(separator: "-").map(\.count) == [5, 5])
      seen.formUnion(code.text)
    }
    #expect(seen.count == 32)
    #expect(seen.isDisjoint(with: "ILOU"))
  }

  @Test("spaces, dashes, case and look-alike letters do not matter")
  func normalised() {
    let grouped = code.grouped
    let ways = [
      grouped, code.text, grouped.lowercased(), " \(grouped)\n", code.text.map { "\($0)" }.joined(separator: " "),
      grouped.replacing("-", with: "\u{2013}"), grouped.replacing("-", with: "\u{a0}"),
    ]
    for typed in ways { #expect(TypedCode(typed: typed) == code, "\(typed)") }
    let plain = TypedCode(random: [0, 1, 1, 27, 0, 1, 0, 27, 1])
    #expect(plain.text.hasPrefix("011V010V1"))
    let alike = plain.text.replacing("0", with: "o").replacing("1", with: "l").replacing("V", with: "u")
    #expect(TypedCode(typed: alike) == plain)
    #expect(TypedCode(typed: alike.replacing("l", with: "I")) == plain)
  }

  @Test("one wrong character and a swap of two are always detected")
  func mistyped() {
    let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    let right = Array(code.text)
    for place in right.indices {
      for other in alphabet where other != right[place] {
        var wrong = right
        wrong[place] = other
        #expect(TypedCode(typed: String(wrong)) == nil)
      }
      for other in right.indices where right[other] != right[place] {
        var swapped = right
        swapped.swapAt(place, other)
        #expect(TypedCode(typed: String(swapped)) == nil)
      }
    }
  }

  @Test("a text with another length or other characters is not a code, however long it is")
  func otherTexts() {
    let long = String(repeating: "0", count: 1_000_000)
    for typed in ["", "-", "guess", "\(code.text)0", String(code.text.dropLast()), "ÄÖÜ£$%&/()", "WRONG-CODE", long] {
      #expect(TypedCode(typed: typed) == nil)
    }
  }
}
