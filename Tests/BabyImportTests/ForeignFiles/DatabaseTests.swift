import Foundation
import Testing

@testable import BabyImport

@Suite("Databases of other programs")
struct DatabaseTests {
  private let folder = TestFolder()

  /// All that a walk tells of a file, in words.
  private func walked(
    _ bytes: [UInt8], _ limits: (inout ForeignFileLimits) -> Void = { _ in },
    _ look: (ForeignFileWalk.Piece, ForeignFileWalk) -> Void = { _, _ in }
  ) throws -> [String] {
    let spools = folder.spools(limits)
    let spool = try spools.makeFile()
    try spool.append(bytes)
    let walk = ForeignFileWalk([(name: "a.db", spool: spool)], in: spools)
    var told: [String] = []
    while let piece = try walk.next() {
      look(piece, walk)
      switch piece {
      case .file(let name, _): told.append("file \(name)")
      case .bytes(let bytes): told.append("\(bytes.count) bytes")
      case .database(let tables): told.append("database of " + tables.map(\.name).joined(separator: ", "))
      case .table(let table): told.append("table \(table.name)")
      case .row(let row):
        told.append(row.values.map { "\($0.name)=\($0.value)" }.joined(separator: " "))
        if let column = row.tooLongColumn { told.append("\(column) is too long") }
      case .tableFault(let name, let error): told.append("\(name): \(error.reason)")
      case .end: told.append("end")
      case .fault(let error): told.append("fault \(error.reason)")
      }
    }
    return told
  }

  @Test("rows come table by table, with their numbers and texts, and without other values")
  func rows() throws {
    let bytes = try folder.database(
      "CREATE TABLE b(x INTEGER, y TEXT, z BLOB)", "CREATE TABLE a(id TEXT PRIMARY KEY) WITHOUT ROWID",
      "INSERT INTO b VALUES (1, 'one', x'00ff'), (NULL, NULL, NULL), (2.5, 'three', 'text')",
      "INSERT INTO a VALUES ('k')")
    #expect(
      try walked(bytes) == [
        "file a.db", "database of a, b", "table a", "id=text(\"k\")", "table b",
        "x=integer(1) y=text(\"one\") z=null", "x=null y=null z=null", "x=real(2.5) y=text(\"three\") z=text(\"text\")",
        "end",
      ])
  }

  @Test("unneeded tables are skipped, and unneeded columns are not read")
  func wanted() throws {
    let bytes = try folder.database(
      "CREATE TABLE people(name TEXT, pin TEXT)", "CREATE TABLE secrets(token TEXT)",
      "INSERT INTO people VALUES ('Anna', '739201')", "INSERT INTO secrets VALUES ('t0ken')")
    let told = try walked(bytes) { _ in
    } _: { piece, walk in
      guard case .table(let table) = piece else { return }
      if table.name == "people" { walk.readOnly(columns: ["name"]) } else { walk.skipTable() }
    }
    #expect(
      told == [
        "file a.db", "database of people, secrets", "table people", "name=text(\"Anna\")", "table secrets", "end",
      ])
  }

  @Test("nothing in it runs: no view, no trigger, no calculated column, no table of a module")
  func nothingRuns() throws {
    let bytes = try folder.database(
      "CREATE TABLE a(x INTEGER, y INTEGER GENERATED ALWAYS AS (x * 2))", "INSERT INTO a VALUES (1)",
      "CREATE VIEW v AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n",
      "CREATE TRIGGER t AFTER INSERT ON a BEGIN SELECT load_extension('evil'); END",
      "CREATE VIRTUAL TABLE f USING fts5(content)")
    let told = try walked(bytes)
    #expect(told.contains("x=integer(1)"), "\(told)")
    #expect(!told.contains { $0.contains("table v") || $0.contains("y=") || $0 == "table f" }, "\(told)")
  }

  @Test(
    "texts that are too long, and too many columns or declarations, end at their limits, and do not affect other rows")
  func limits() throws {
    let bytes = try folder.database(
      "CREATE TABLE a(x TEXT)", "INSERT INTO a VALUES ('short'), (hex(zeroblob(1000))), ('end')")
    let told = try walked(bytes) { $0.cell = 100 }
    #expect(told.dropFirst(3) == ["x=text(\"short\")", "x=null", "x is too long", "x=text(\"end\")", "end"])
    let full = try walked(bytes) { $0.row = 3 }
    #expect(full.dropFirst(3) == ["x=null", "x is too long", "x=null", "x is too long", "x=text(\"end\")", "end"])
    let wide = try folder.database(
      "CREATE TABLE wide(\((0..<40).map { "c\($0)" }.joined(separator: ",")))", "CREATE TABLE ok(x)",
      "INSERT INTO ok VALUES (1)")
    #expect(
      try walked(wide) { $0.columns = 20 } == [
        "file a.db", "database of ok, wide", "table ok", "x=integer(1)", "wide: tooManyColumns(limit: 20)", "end",
      ])
    let crowded = try folder.database((0..<60).map { "CREATE TABLE t\($0)(x);" }.joined())
    #expect(try walked(crowded) { $0.schemaObjects = 50 }.last?.hasPrefix("fault") == true)
  }

  @Test("work is bounded")
  func cost() throws {
    let bytes = try folder.database(
      "CREATE TABLE a(x)",
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 50000) INSERT INTO a SELECT i FROM n")
    let told = try walked(bytes) { $0.databaseSteps = 100_000 }
    #expect(told.last == "fault databaseTooCostly", "\(told.suffix(2))")
    #expect(told.count < 50_000)
  }

  @Test("a wrong byte anywhere leads to rows or an error, never to a crash or an endless loop", arguments: 0..<60)
  func damaged(seed: Int) throws {
    var bytes = try folder.database(
      "CREATE TABLE a(x INTEGER PRIMARY KEY, y TEXT)", "CREATE INDEX i ON a(y)",
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 400) INSERT INTO a SELECT i, 'row ' || i FROM n"
    )
    var state = UInt64(seed &+ 1) &* 0x9e37_79b9_7f4a_7c15
    for _ in 0..<(1 + seed % 8) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
    }
    if seed % 5 == 0 { bytes.removeLast(Int(state >> 40) % bytes.count) }
    let told = try walked(bytes) { $0.databaseSteps = 1_000_000 }
    #expect(!told.isEmpty)
  }
}
