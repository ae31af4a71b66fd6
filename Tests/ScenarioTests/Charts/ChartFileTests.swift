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
        #expect(run.status == 0 && run.output == "Wrote \(path): Today\n", "\(run.errors)")
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

  @Test("need rsvg-convert for a PNG, name its package, and leave nothing behind when it fails")
  func missing() async throws {
    try await Machine.withEva { machine in
      machine.environment["PATH"] = "/nowhere"
      let run = try machine.bbctl("chart", "--png", "\(machine.directory)/day.png")
      #expect(run.status == 1 && run.errors.contains("rsvg-convert, which makes PNG and PDF files, is not installed."))
      #expect(run.errors.contains("sudo apt-get install librsvg2-bin"))
      // One that is installed and fails, as on a full disk.
      machine.environment["PATH"] = machine.directory
      try machine.write("#!/bin/sh\necho half a picture\nexit 1\n", to: machine.directory + "/rsvg-convert")
      chmod(machine.directory + "/rsvg-convert", 0o700)
      let failed = try machine.bbctl("chart", "--png", "\(machine.directory)/day.png")
      #expect(failed.status == 1 && failed.errors.contains("rsvg-convert did not make"), "\(failed.errors)")
      let files = try FileManager.default.contentsOfDirectory(atPath: machine.directory)
      #expect(files.filter { $0.contains("day") } == [])
    }
  }
}
