import Foundation
import TestSupport
import Testing

@Suite("The guide's table of times")
struct TimesTableTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "docs/guide/times.md")

  /// What is typed, and what `bbctl` shows for it; nil if it asks.
  private static func rows() throws -> [(typed: String, shown: String?)] {
    let text = try String(contentsOf: page, encoding: .utf8)
    let table = text.split(separator: "| You type | It means |\n").last?.split(separator: "\n\n").first ?? ""
    return table.split(separator: "\n").dropFirst().flatMap { row in
      let cells = row.split(separator: " | ").map { $0.trimmingCharacters(in: ["|", " "]) }
      let shown = cells.last?.split(separator: ": ").first.map(String.init)
      return (cells.first ?? "").matches(of: /`([^`]+)`/).map { typed in
        (String(typed.1), shown == "asked" ? nil : shown)
      }
    }
  }

  @Test("means what it says at 3:06 in the morning of that Saturday")
  func table() async throws {
    let rows = try Self.rows()
    #expect(rows.count > 20 && rows.contains { $0.shown == nil })
    try await Machine.run { machine in
      // A scenario begins at noon.
      machine.clock.advance(by: .seconds(6 * 60 - 9 * 3600))
      try machine.start()
      try machine.addEva(zone: "America/Los_Angeles")
      try machine.bbctl("settings", "set", "time.format", "12h")
      for (typed, shown) in rows {
        let words = typed.hasPrefix("--") ? typed.split(separator: " ").map(String.init) : ["--at", typed]
        let kind = typed.hasPrefix("--") ? ["sleep", "log"] : ["note", "hello"]
        let run = try machine.bbctl(kind + words + ["--dry-run"])
        guard let shown else {
          #expect(run.status == 2, "\(typed): \(run.output)")
          continue
        }
        #expect(run.output.contains(" · \(shown) · Eva"), "\(typed): \(run.output)\(run.errors)")
      }
    }
  }
}
