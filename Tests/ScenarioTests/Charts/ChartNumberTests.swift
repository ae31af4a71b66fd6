import BabyModel
import BabyProtocol
import Foundation
import Testing

@Suite("The numbers of a real log's charts are those of the database, also over both clock changes")
struct ChartNumberTests {
  static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "BabyImportTests/Fixtures/eva_babyconnect.csv").path
  private static let periods = ["2020-03-01..2020-03-14", "2020-10-25..2020-11-07"]

  /// Compares the rows of a chart's days with what SQL finds.
  ///
  /// - Parameters:
  ///   - columns: those of the table that are compared.
  ///   - sql: for a day from one time to another, in milliseconds: a row with these columns.
  private func compare(_ chart: ChartKind, _ columns: [String], _ sql: (Int64, Int64) -> String) async throws {
    try await Machine.withEva { machine in
      let imported = try machine.bbctl("import", Self.file, "--format", "babyconnect-csv", "--json")
      #expect(imported.status == 0, "\(imported.errors)")
      for days in Self.periods {
        let answer = try machine.call("chart.get", ["chart": .string(chart.rawValue), "day": .string(days)])
        let table = try #require(answer["chart"]?["table"])
        let headings = table["headings"]?.arrayValue?.compactMap(\.stringValue) ?? []
        let places = try columns.map { try #require(headings.firstIndex(of: $0), "\(headings)") }
        let band = try machine.call("chart.get", ["day": .string(days)])
        let bands = try #require(band["chart"]?["bands"]?.arrayValue)
        let rows = try #require(table["rows"]?.arrayValue)
        #expect(bands.count == 14 && rows.count >= 14)
        for (row, band) in zip(rows, bands) {
          let cells = row.arrayValue?.compactMap(\.stringValue) ?? []
          let (start, end) = try (milliseconds(band["day"]?["start"]), milliseconds(band["day"]?["end"]))
          let found = try query(sql(start, end), on: machine)
          #expect(places.map { cells[$0] }.joined(separator: "|") == found, "\(cells[0])")
        }
      }
    }
  }

  /// By the child's clocks, which "localtime" stands for.
  private func query(_ sql: String, on machine: Machine) throws -> String {
    try machine.write(sql, to: machine.directory + "/query.sql")
    let run = try machine.shell(
      "TZ=America/Los_Angeles sqlite3 -bail '\(machine.database)' < '\(machine.directory)/query.sql'")
    #expect(run.status == 0, "\(run.errors)")
    return run.output.trimmingCharacters(in: .newlines)
  }

  private func milliseconds(_ time: JSON?) throws -> Int64 {
    let text = try #require(time?.stringValue)
    return try #require(Instant(rfc3339: text)).milliseconds
  }

  /// Minutes as charts write them.
  private static func time(_ minutes: String) -> String {
    """
    CASE WHEN \(minutes) IS NULL THEN '–' WHEN \(minutes) >= 60 AND \(minutes) % 60 = 0
    THEN printf('%dh', \(minutes) / 60) WHEN \(minutes) >= 60
    THEN printf('%dh %02dm', \(minutes) / 60, \(minutes) % 60) ELSE printf('%dm', \(minutes)) END
    """
  }

  private static func begun(_ start: Int64, _ end: Int64) -> String {
    "deleted_at IS NULL AND start_at >= \(start) AND start_at < \(end)"
  }

  @Test("days: minutes in which any sleep was under way, feeds, wet and dirty diapers")
  func days() async throws {
    try await compare(.day, ["Asleep", "Feeds", "Wet", "Dirty"]) { start, end in
      """
      WITH RECURSIVE minute (at) AS (SELECT \(start) UNION ALL SELECT at + 60000 FROM minute WHERE at + 60000 < \(end)),
      asleep (minutes) AS (SELECT count(*) FROM minute WHERE EXISTS (
        SELECT 1 FROM entry WHERE kind = 'sleep' AND deleted_at IS NULL AND start_at <= at AND end_at > at))
      SELECT \(Self.time("minutes")),
        (SELECT count(*) FROM entry WHERE kind = 'feeding' AND \(Self.begun(start, end))),
        (SELECT count(*) FROM entry WHERE kind = 'diaper' AND diaper IN ('wet', 'both') AND \(Self.begun(start, end))),
        (SELECT count(*) FROM entry WHERE kind = 'diaper' AND diaper IN ('dirty', 'both') AND \(Self.begun(start, end)))
      FROM asleep
      """
    }
  }

  @Test("sleep: sleeps that overlap are one, and belong to the night or the day by their middle")
  func sleep() async throws {
    try await compare(.sleep, ["Asleep", "Night", "Naps", "Naps begun", "Longest"]) { start, end in
      func minutes(_ condition: String) -> String {
        Self.time(
          """
          (SELECT coalesce(sum(min(e, \(end)) - max(s, \(start))), 0) / 60000 FROM stretch
          WHERE s < \(end) AND e > \(start) AND \(condition))
          """)
      }
      return """
        WITH sleep AS (SELECT start_at AS s, end_at AS e FROM entry
          WHERE kind = 'sleep' AND deleted_at IS NULL AND end_at > start_at),
        island AS (SELECT s, e, coalesce(s >= max(e) OVER (ORDER BY s ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING),
          1) AS is_first FROM sleep),
        numbered AS (SELECT s, e, sum(is_first) OVER (ORDER BY s) AS number FROM island),
        whole AS (SELECT min(s) AS s, max(e) AS e FROM numbered GROUP BY number),
        stretch AS (SELECT s, e, CAST(strftime('%H', (s + e) / 2000, 'unixepoch', 'localtime') AS INTEGER) NOT BETWEEN 7
          AND 18 AS is_night FROM whole)
        SELECT \(minutes("1")), \(minutes("is_night")), \(minutes("NOT is_night")),
          (SELECT count(*) FROM stretch WHERE NOT is_night AND s >= \(start) AND s < \(end)),
          \(Self.time("(SELECT max(e - s) / 60000 FROM stretch WHERE s >= \(start) AND s < \(end))"))
        """
    }
  }
}
