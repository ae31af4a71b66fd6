import BabyImport
import BabyModel
import BabyStore
import Testing

@testable import BabyEngine

@Suite("A row of an import that the log has from elsewhere")
struct SimilarRowTests {
  private func bottle(_ amount: Double = 120) -> EntryContent {
    .feeding(Feeding(method: .bottle, amount: Volume(amount, .milliliters)))
  }

  /// A family that has logged two bottles.
  private func family() async throws -> (ImportedFamily, [Entry]) {
    let family = try await ImportedFamily()
    let logged = [family.row(101, bottle(), at: 1), family.row(102, bottle(), at: 300)].map(\.entry)
    try await family.machine.change { transaction in for entry in logged { try transaction.insert(entry) } }
    return (family, logged)
  }

  @Test("is left out and reported, and kept on request")
  func leftOut() async throws {
    let (family, logged) = try await family()
    let rows = [family.row(1, bottle()), family.row(2, bottle(), at: 200)]
    let merged = try await family.merge(rows)
    #expect(Counts(merged) == ["added": 1, "similar": 1])
    #expect(merged.similar.map(\.place) == [ImportPlace(file: 1, line: 2)])
    #expect(merged.similar.map(\.entry) == [logged[0].id])
    #expect(try await family.entries().count == 3)
    #expect(Counts(try await family.merge(rows)) == ["unchanged": 1, "similar": 1])
    #expect(Counts(try await family.merge(rows, keepsSimilar: true)) == ["added": 1, "unchanged": 1])
    #expect(try await family.entries().count == 4)
  }

  @Test("matches one entry: of two real bottles within two minutes one is new, also across batches")
  func partners() async throws {
    let (family, _) = try await family()
    let (one, two) = (family.row(1, bottle()), family.row(2, bottle(), at: 2))
    for isDryRun in [true, false] {
      #expect(Counts(try await family.merge([one], [two], isDryRun: isDryRun)) == ["added": 1, "similar": 1])
    }
    let (again, _) = try await self.family()
    for isDryRun in [true, false] {
      let merged = try await again.merge([one, two], [one, two], isDryRun: isDryRun)
      #expect(Counts(merged) == ["added": 1, "unchanged": 1, "similar": 2])
    }
  }

  @Test("is new beside entries of its own format, and beside another row's entry")
  func ownFormat() async throws {
    let family = try await ImportedFamily()
    try await family.merge([family.row(1, bottle())])
    #expect(Counts(try await family.merge([family.row(2, bottle(), at: 1)])) == ["added": 1])
    #expect(Counts(try await family.merge([family.row(3, bottle(), at: 1)], from: "nara-csv")) == ["similar": 1])
    // Brought by a version that noted nothing: it is the row that comes with it.
    let (other, _) = try await self.family()
    #expect(
      Counts(try await other.merge([other.row(101, bottle(), at: 1), other.row(2, bottle(), at: 2)]))
        == ["added": 1, "unchanged": 1])
  }

  @Test("is new if the matching entry was deleted")
  func deleted() async throws {
    let (family, logged) = try await family()
    try await family.machine.change { _ = try $0.delete(logged[0].id) }
    #expect(Counts(try await family.merge([family.row(1, bottle())])) == ["added": 1])
  }

  @Test("is found over midnight and in files in any order")
  func order() async throws {
    let (family, _) = try await family()
    let far = (1...200).map { family.row(1000 + $0, .sleep, at: -Int($0) * 700, for: 30) }
    let near = [family.row(2, bottle(), at: 299), family.row(1, bottle())]
    let rows: [ImportedRow] = Array(far[100...]) + near + Array(far[..<100])
    #expect(Counts(try await family.merge(rows)) == ["added": 200, "similar": 2])
  }

  @Test("from two apps in one import is imported once, and counted the same beforehand", arguments: [true, false])
  func apps(isDryRun: Bool) async throws {
    let family = try await ImportedFamily()
    let merged = try await family.merge(
      [
        ("huckleberry-csv", [family.row(1, bottle()), family.row(2, .sleep, at: 60, for: 90)]),
        ("nara-csv", [family.row(11, bottle(121), at: 1), family.row(12, .sleep, at: 61, for: 91), family.row(13)]),
      ], isDryRun: isDryRun)
    #expect(Counts(merged) == ["added": 3, "similar": 2])
    #expect(merged.similar.map(\.entry) == [EntryID(high: 8, low: 1), EntryID(high: 8, low: 2)])
    #expect(try await family.entries().count == (isDryRun ? 0 : 3))
  }
}
