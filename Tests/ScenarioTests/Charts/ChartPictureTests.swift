import BabyProtocol
import Foundation
import Testing

@Suite("Pictures of a real log")
struct ChartPictureTests {
  /// Days on which clocks change, a week, a month, and a year with its gaps.
  private static let periods = ["2020-03-08", "2020-11-01", "2020-10-26..2020-11-01", "2020-03-01..2020-03-28", "2020"]

  /// A night on which clocks went forward and one on which they went back, a month with a gap, and growth.
  private static let golden = [
    ("day", "2020-03-08"), ("day", "2020-11-01"), ("day", "2020-10-19..2020-11-15"),
    ("sleep", "2020-10-19..2020-11-15"), ("feeds", "2020-10-19..2020-11-15"), ("growth", "2020"),
  ]

  @Test(
    """
    show nothing outside, no texts over each other, and texts that can be read, on every background, and are drawn as \
    before: RECORD=1 writes the files
    """)
  func pictures() async throws {
    try await Machine.withEva { machine in
      #expect(try machine.bbctl("import", ChartNumberTests.file, "--json").status == 0)
      #expect(try machine.bbctl("child", "edit", "Eva", "--sex", "female").status == 0)
      for chart in ChartKind.allCases {
        // Where things are does not depend on the background, so each of the others is looked at once.
        for (days, background) in Self.periods.map({ ($0, ChartBackground.light) })
          + [ChartBackground.dark, .print].map({ (Self.periods[2], $0) })
        {
          let answer = try machine.call(
            "chart.get",
            ["chart": .string(chart.rawValue), "day": .string(days), "svg": .string(background.rawValue)])
          let picture = try SVGPicture(try #require(answer["svg"]?.stringValue))
          #expect(picture.faults == [], "\(chart) \(days) \(background)")
        }
      }
      for (chart, days) in Self.golden {
        let run = try machine.bbctl("chart", chart, days, "--svg", "-", "--on", "light")
        #expect(run.status == 0, "\(run.errors)")
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(
          path: "Golden/\(chart)-\(days).svg")
        if ProcessInfo.processInfo.environment["RECORD"] != nil { try Data(run.output.utf8).write(to: golden) }
        #expect(try run.output == String(contentsOf: golden, encoding: .utf8), "\(chart) \(days)")
      }
    }
  }
}
