import BabyModel
import BabyProtocol
import Testing

@testable import BabyImport

/// Each error names the keys that lead to its place.
@Suite("Errors in a map")
struct MappingFaultTests {
  private func fault(_ tree: JSON) -> ColumnMapFault? {
    do throws(ColumnMapFault) {
      _ = try ColumnMap(tree)
      return nil
    } catch {
      return error
    }
  }

  private func place(_ yaml: String) throws -> String? {
    fault(try SmallYAML.tree(yaml))?.path.joined(separator: ".")
  }

  @Test(
    "are named by the keys",
    arguments: [
      ("colums:\n  start: A", "colums"), ("columns:\n  begin: A", "columns.begin"), ("columns: A", "columns"),
      ("every: sleep", "columns.start"), ("columns:\n  start: [A, B]\nevery: sleep", "columns.start"),
      ("columns:\n  start: {a: b}\nevery: sleep", "columns.start"), ("columns:\n  start: A", "columns.kind"),
      ("columns:\n  start: A\n  kind: B", "words"), ("columns:\n  start: A\nwords:\n  x: sleep\nevery: sleep", "words"),
      ("columns:\n  start: A\n  kind: B\nevery: sleep\nwords:\n  x: sleep", "every"),
      ("columns:\n  start: A\n  unit: U\nevery: sleep", "columns.unit"),
      ("columns:\n  start: A\nevery: slep", "every"), ("columns:\n  start: A\nevery: {method: bottle}", "every"),
      ("columns:\n  start: A\nevery: feeding", "every"), ("columns:\n  start: A\nevery: diaper", "every"),
      ("columns:\n  start: A\nevery: weight", "every"), ("columns:\n  start: A\nevery: medicine", "every"),
      ("columns:\n  start: A\nevery: {kind: feeding, method: cup}", "every.method"),
      ("columns:\n  start: A\nevery: {kind: feeding, method: breast, timedSide: left}", "every.timedSide"),
      ("columns:\n  start: A\nevery: {kind: feeding, method: bottle, amount: much}", "every.amount"),
      ("columns:\n  start: A\nevery: {kind: sleep, method: bottle}", "every.method"),
      (
        "columns:\n  start: A\n  kind: B\nwords:\n  Nap: sleep\n  Drops: {kind: medicine, unit: spoon}",
        "words.Drops.unit"
      ),
      ("columns:\n  start: A\n  kind: B\nwords:\n  Nap: sleep\n  NAP: note", "words.NAP"),
      ("columns:\n  start: A\n  kind: B\nwords:\n  Nap: [sleep]", "words.Nap"),
      ("columns:\n  start: A\n  kind: B\nwords:\n  Nap:", "words.Nap"),
      ("columns:\n  start: A\n  kind: B\nwords: sleep", "words"),
      ("columns:\n  start: A\nevery: sleep\nothers: drop", "others"),
      ("columns:\n  start: A\nevery: sleep\nunits:\n  volume: cups", "units.volume"),
      ("columns:\n  start: A\nevery: sleep\nunits:\n  duration: days", "units.duration"),
      ("columns:\n  start: A\nevery: sleep\nunits:\n  mass: kg", "units.mass"),
    ])
  func places(yaml: String, keys: String) throws { #expect(try place(yaml) == keys) }

  @Test("are sentences, with the place in the text if it is known")
  func sentences() throws {
    let wrong = try #require(fault(try SmallYAML.tree("columns:\n  start: A\nevery: slep")))
    #expect(wrong.sentence().hasPrefix("The map cannot be used: every must be one of feeding, diaper, sleep, "))
    #expect(wrong.sentence(at: "line 3, column 8").hasPrefix("The map cannot be used (line 3, column 8): every must"))
    #expect(wrong.reason.hasSuffix("did you mean “sleep”"))
    #expect(
      fault("nothing")?.sentence()
        == "The map cannot be used: it must be a table of columns, every, words, others, units.")
  }

  @Test("do not include empty keys")
  func empty() throws {
    #expect(try place("columns:\n  start: A\n  end:\n  note: \"\"\nevery: sleep\nunits:\nothers:\n") == nil)
    let map = try columnMap("columns:\n  start: A\n  end:\nevery: sleep\n")
    #expect(map.names == ["A"])
  }

  @Test("include exceeded limits")
  func hostile() {
    let long = String(repeating: "x", count: 100_000)
    func map(_ columns: [(String, JSON)], _ rest: [(String, JSON)]) -> JSON {
      .object(JSONObject([("columns", .object(JSONObject([("start", "A")] + columns)))] + rest))
    }
    #expect(
      fault(map([("note", .array((0..<64).map { .string("c\($0)") }))], [("every", "sleep")]))?.path == ["columns"])
    #expect(fault(map([("end", .string(long))], [("every", "sleep")]))?.path == ["columns", "end"])
    let words = JSON.object(JSONObject((0..<100_000).map { ("w\($0)", "sleep") }))
    #expect(fault(map([("kind", "B")], [("words", words)]))?.path == ["words"])
    #expect(fault(map([("kind", "B")], [("words", .object(JSONObject([(long, "sleep")])))]))?.path.first == "words")
    let fields = JSON.object(JSONObject([("kind", "sleep")] + (0..<100_000).map { ("f\($0)", "x") }))
    #expect(fault(map([], [("every", fields)]))?.path == ["every"])
    #expect(fault(map([(long, "A")], []))?.sentence().utf8.count ?? 0 < 1000)
  }
}
