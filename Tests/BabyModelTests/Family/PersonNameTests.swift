import Testing

@testable import BabyModel

@Suite("Names of people")
struct PersonNameTests {
  @Test(
    "that could be confused look alike",
    arguments: [
      ("Anna", "anna"), ("Anna", "An na"), ("Anna", "Anna\u{200B}"), ("Anna", "An\u{AD}na"), ("Anna", "Аnna"),
      ("Zoë", "Zoe\u{308}"), ("Ο", "O"), ("Grandma 1", "grandma1"),
      ("Ａnna", "Anna"), ("Anna", "Anna\u{3000}"), ("Alice", "AIice"), ("ida", "Ida"), ("Ida", "lda"), ("Bo", "B0"),
    ])
  func alike(name: String, other: String) { #expect(PersonName.looksLike(name, other)) }

  @Test(
    "that are different do not",
    arguments: [("Anna", "Anne"), ("Anna", "Anna M."), ("Zoë", "Zoe"), ("Оля", "Коля"), ("Ben", "Ben (2)")])
  func apart(name: String, other: String) { #expect(!PersonName.looksLike(name, other)) }

  @Test("name the importer of an entry, once")
  func imported() {
    #expect(PersonName.imported("Anna", by: "Ben", shownAs: "Ben") == "Anna, imported by Ben")
    #expect(PersonName.imported("Ben", by: "Ben", shownAs: "Ben") == "Ben")
    #expect(PersonName.imported("Anna, imported by Ben", by: "Carol", shownAs: "Carol") == "Anna, imported by Carol")
    #expect(PersonName.imported("Ben, imported by Anna", by: "Ben", shownAs: "Ben") == "Ben")
    #expect(PersonName.writer(", imported by Ben") == ", imported by Ben")
  }

  @Test("that look alike are shown with a number, except the first")
  func distinguished() {
    #expect(PersonName.distinguished(["Anna", "Ben", "anna", "An na"]) == ["Anna", "Ben", "anna (2)", "An na (3)"])
    #expect(PersonName.distinguished(["Anna", "Anna (2)", "Anna"]) == ["Anna", "Anna (2)", "Anna (3)"])
    #expect(PersonName.distinguished(["Anna", "Anna\u{200B}"]) == ["Anna", "Anna\u{200B} (2)"])
    #expect(PersonName.imported("Anna", by: "Anna", shownAs: "Anna (2)") == "Anna (2)")
    #expect(PersonName.imported("Anna (2)", by: "Anna", shownAs: "Anna (2)") == "Anna (2)")
    #expect(PersonName.imported("Ben", by: "Anna", shownAs: "Anna (2)") == "Ben, imported by Anna (2)")
    for own in ["Anna (2)", "Ben, imported by Anna (2)"] { #expect(PersonName.isAuthor(own, shownAs: "Anna (2)")) }
    // The entries of another account of the same name belong to another person.
    for other in ["Anna (2)", "Ben, imported by Anna (2)", "Anna (two)", "Anna, imported by Ben", "Annabel"] {
      #expect(!PersonName.isAuthor(other, shownAs: "Anna"))
    }
  }

  @Test(
    "contain no invisible characters, and not \"imported by\"",
    arguments: [
      "An\u{200B}na", "Anna\u{FEFF}", "\u{3164}", "A\u{200D}nna", "Anna, imported by Ben", "Anna,imported\u{A0}by Ben",
    ])
  func refused(name: String) { #expect(User.problem(withName: name) != nil) }

  @Test(
    "may have joiners of letters and emoji in other scripts",
    arguments: ["👩\u{200D}👧 Anna", "❤\u{FE0F}", "می\u{200C}نا", "क्\u{200D}ष", "Zoë"])
  func accepted(name: String) { #expect(User.problem(withName: name) == nil) }
}
