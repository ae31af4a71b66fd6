import BabyImport
import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyDaemon

@Suite("Tables with a map of their columns")
struct MapTests {
  private static let table = """
    Beginn;Ende;Was;Wer
    25.07.2020 12:00;25.07.2020 13:30;Schlaf;Anna
    25.07.2020 14:00;;Windel nass;Ben
    25.07.2020 15:00;;Krabbeln;Ben

    """

  @Test("a guess is a usable map, and imports nothing")
  func guess() async throws {
    let daemon = try await TestDaemon()
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_400), zone: "UTC"))
    let chunk = Data(Self.table.utf8).base64EncodedString()
    var guess = DataImport.Params()
    guess.guess = true
    guess.chunk = chunk
    guess.end = true
    let map = try #require(try await daemon.call(DataImport.self, guess).summary?.map)
    #expect(map.contains("\n  \"Krabbeln\": note  # "))

    var order = DataImport.Params()
    order.map = map
    order.chunk = chunk
    order.end = true
    order.dryRun = true
    let answer = try await daemon.call(DataImport.self, order)
    #expect(answer.rows == 3 && answer.summary?.format == "mapped-csv")
  }

  @Test(
    "errors in a map have their line and column",
    arguments: [
      ("columns:\n  start: A\nevery: slep\n", "(line 3, column 1): every must be one of"),
      ("columns:\n  start: A\n  begin: B\nevery: sleep\n", "(line 3, column 3): columns.begin is not known"),
      (
        "columns:\n  start: A\n  kind: B\nwords:\n  Nap: sleep\n  Drops: {kind: medicine, unit: spoon}\n",
        "(line 6, column 27): words.Drops.unit must be one of"
      ),
      ("columns: [a\nevery: sleep", "(line 2, column 6)"),
      ("columns:\n  start: a\n  start: b\nevery: sleep", "“start” occurs twice (line 2, column 3)"),
      ("", "is empty"), ("# nothing", "is empty"), ("? [a]\n: b", "keys must be strings"), ("- a", "must be a table"),
    ])
  func faults(yaml: String, reason: String) { #expect(Self.fault(yaml)?.contains(reason) == true, "\(yaml)") }

  @Test("the work on a map is bounded, whatever it contains")
  func hostile() {
    let steps = (0..<200).map { String(repeating: " ", count: $0) + "a:" }.joined(separator: "\n")
    let texts = [
      String(repeating: "[", count: 60_000), String(repeating: "- ", count: 30_000),
      String(repeating: "? ", count: 30_000),
      steps, "a: &a [x,x]\nb: &b [*a,*a]\n? [*b,*b]\n: c", String(repeating: "#", count: 70_000),
    ]
    for text in texts { #expect(Self.fault(text) != nil) }
    // An ampersand in a name is not an anchor.
    #expect(Self.fault("columns:\n  start: R&B\n  note: Food & drink\nevery: note") == nil)
  }

  private static func fault(_ yaml: String) -> String? {
    do throws(BabyError) {
      _ = try ColumnMap(yaml: yaml)
      return nil
    } catch {
      return if case .importInvalid(let sentence) = error { sentence } else { "\(error)" }
    }
  }
}
