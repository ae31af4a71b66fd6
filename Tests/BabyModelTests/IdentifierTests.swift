import BabyModel
import Testing

@Suite("Identifiers")
struct IdentifierTests {
  private let text = "0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f"

  @Test("The text of a UUID reads back as itself, in either case")
  func roundTrip() throws {
    let id = try #require(EntryID(text))
    #expect(id.description == text)
    #expect(EntryID(text.uppercased()) == id)
    #expect(EntryID(bytes: id.bytes) == id)
  }

  @Test(
    "Anything else is not an id",
    arguments: [
      "", "last", "0191e3a07c3b7d4e8f001a2b3c4d5e6f", "0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6g",
      "0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f0", "0191e3a0-7c3b-7d4e-8f0-01a2b3c4d5e6f",
    ])
  func refuses(text: String) { #expect(EntryID(text) == nil) }

  @Test("New ids are version 7, and sort by their creation time")
  func version7() throws {
    let ids = IDGenerator(random: { .max })
    let earlier: EntryID = ids.next(at: try at("2026-11-14T12:00:00.000Z"))
    let later: EntryID = IDGenerator(random: { 0 }).next(at: try at("2026-11-14T12:00:00.001Z"))
    #expect(earlier.description.hasSuffix("-7fff-bfff-ffffffffffff"))
    #expect(earlier < later)
    #expect(earlier.high >> 16 == UInt64(try at("2026-11-14T12:00:00Z").milliseconds))
  }
}

@Suite("The nearest name")
struct NearestNameTests {
  private let names = ["day.start", "time.format", "units"]

  @Test(
    "A typing error is recognized",
    arguments: [
      ("unit", "units"), ("untis", "units"), ("UNITS", "units"), ("day.strat", "day.start"),
      ("timeformat", "time.format"),
    ])
  func near(name: String, nearest: String) { #expect(nearestName(to: name, among: names) == nearest) }

  @Test("Another word is not", arguments: ["theme", "x", ""])
  func far(name: String) { #expect(nearestName(to: name, among: names) == nil) }

  @Test("A very long name is not compared")
  func long() {
    #expect(nearestName(to: "units" + String(repeating: "u", count: 60), among: names) == nil)
    #expect(nearestName(to: String(repeating: "u", count: 1 << 20), among: names) == nil)
    for (length, isCompared) in [(64, true), (65, false)] {
      let name = String(repeating: "u", count: length)
      #expect((nearestName(to: name, among: [name + "u"]) != nil) == isCompared)
    }
  }

  @Test("Without names there is none")
  func none() { #expect(nearestName(to: "units", among: []) == nil) }
}

@Suite("Excerpts of a text")
struct ExcerptTests {
  @Test("A short text is complete, a long one is cut, without half of a character")
  func excerpts() {
    #expect("units".excerpt == "units")
    let limit = String(repeating: "x", count: 80)
    #expect(limit.excerpt == limit)
    #expect((limit + "x").excerpt == limit.dropLast() + "…")
    #expect(String(repeating: "é", count: 41).excerpt == String(repeating: "é", count: 39) + "…")
    #expect(String(repeating: "👨‍👩‍👧", count: 9).excerpt == String(repeating: "👨‍👩‍👧", count: 4) + "…")
  }

  @Test("An endless character is cut, too")
  func endless() { #expect(("e" + String(repeating: "\u{301}", count: 100_000)).excerpt.utf8.count < 100) }
}
