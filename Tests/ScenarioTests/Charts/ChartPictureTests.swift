import BabyProtocol
import Foundation
import Testing

@Suite("Pictures of a real log")
struct ChartPictureTests {
  @Test("show nothing outside, no texts over each other, and texts that can be read, on every background")
  func sound() async throws {
    try await Machine.withEva { machine in
      #expect(try machine.bbctl("import", ChartNumberTests.file, "--json").status == 0)
      #expect(try machine.bbctl("child", "edit", "Eva", "--sex", "female").status == 0)
      for chart in ChartKind.allCases {
        for days in ["2020-03-08", "2020-11-01", "2020-10-26..2020-11-01", "2020-03-01..2020-03-28", "2020"] {
          for background in ChartBackground.allCases {
            let answer = try machine.call(
              "chart.get",
              [
                "chart": .string(chart.rawValue), "day": .string(days), "svg": .string(background.rawValue),
              ])
            let picture = try SVGPicture(try #require(answer["svg"]?.stringValue))
            #expect(picture.faults == [], "\(chart) \(days) \(background)")
          }
        }
      }
    }
  }

  /// RECORD=1 writes the files. A night on which clocks went forward and one on which they went back, a month with a gap, and growth.
  @Test(
    "are drawn as before",
    arguments: [
      ("day", "2020-03-08"), ("day", "2020-11-01"), ("day", "2020-10-19..2020-11-15"),
      ("sleep", "2020-10-19..2020-11-15"),
      ("feeds", "2020-10-19..2020-11-15"), ("growth", "2020"),
    ])
  func golden(chart: String, days: String) async throws {
    try await Machine.withEva { machine in
      #expect(try machine.bbctl("import", ChartNumberTests.file, "--json").status == 0)
      #expect(try machine.bbctl("child", "edit", "Eva", "--sex", "female").status == 0)
      let run = try machine.bbctl("chart", chart, days, "--svg", "-", "--on", "light")
      #expect(run.status == 0, "\(run.errors)")
      let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "Golden/\(chart)-\(days).svg")
      if ProcessInfo.processInfo.environment["RECORD"] != nil { try Data(run.output.utf8).write(to: golden) }
      #expect(try run.output == String(contentsOf: golden, encoding: .utf8), "RECORD=1 writes it again")
    }
  }
}
