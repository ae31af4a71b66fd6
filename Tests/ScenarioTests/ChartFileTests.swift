import Foundation
import Testing

@Suite("Pictures as files")
struct ChartFileTests {
  @Test(
    "are an SVG that renders without a warning, a PNG and a PDF, for the user alone, and replace nothing unasked",
    .enabled(if: Machine.has("rsvg-convert"), "librsvg2-bin is not installed"))
  func files() async throws {
    try await Machine.withEva { machine in
      _ = try machine.bbctl("slept", "2h", "until", "30m", "ago")
      let folder = machine.directory
      for (format, beginning) in [("svg", "<svg "), ("png", "\u{89}PNG"), ("pdf", "%PDF-")] {
        let path = "\(folder)/day.\(format)"
        let run = try machine.bbctl("chart", "--\(format)", path)
        #expect(run.status == 0 && run.output == "Wrote Today to \(path)\n", "\(run.errors)")
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(bytes.starts(with: beginning.unicodeScalars.map { UInt8($0.value) }))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let again = try machine.bbctl("chart", "--\(format)", path)
        #expect(again.status == 2 && again.errors.contains("already exists. To replace it, add --force."))
        #expect(try machine.bbctl("chart", "--\(format)", path, "--on", "dark", "--force").status == 0)
      }
      #expect(try machine.shell("ls -d \(folder)/day.*").output.split(separator: "\n").count == 3)
      let render = try machine.shell("bbctl chart --last 7d --svg - | rsvg-convert --format png --output week.png")
      #expect(render.status == 0 && render.errors == "" && render.output == "")
    }
  }

  @Test("need rsvg-convert for a PNG, name its package, and leave nothing behind")
  func missing() async throws {
    try await Machine.withEva { machine in
      machine.environment["PATH"] = "/nowhere"
      let run = try machine.bbctl("chart", "--png", "\(machine.directory)/day.png")
      #expect(run.status == 1 && run.errors.contains("rsvg-convert, which makes PNG and PDF files, cannot be run."))
      #expect(run.errors.contains("sudo apt-get install librsvg2-bin"))
      let files = try FileManager.default.contentsOfDirectory(atPath: machine.directory)
      #expect(files.filter { $0.contains("day") } == [])
    }
  }
}
