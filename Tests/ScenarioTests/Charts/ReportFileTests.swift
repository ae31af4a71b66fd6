import Foundation
import Testing

@Suite("A report as a file")
struct ReportFileTests {
  @Test(
    "is a page of the paper's size in every format, renders without a warning, and replaces nothing unasked",
    .enabled(if: Machine.has("rsvg-convert"), "librsvg2-bin is not installed"))
  func files() async throws {
    try await Machine.withEva { machine in
      _ = try machine.bbctl("slept", "2h", "until", "30m", "ago")
      let folder = machine.directory
      let beginnings = [("svg", "<svg "), ("png", "\u{89}PNG"), ("pdf", "%PDF-"), ("html", "<!DOCTYPE html>")]
      for (ending, beginning) in beginnings {
        let path = "\(folder)/eva.\(ending)"
        let run = try machine.bbctl("report", path)
        #expect(run.status == 0 && run.output.hasPrefix("Wrote \(path): Eva, "), "\(run.errors)")
        let bytes = try Data(contentsOf: URL(filePath: path))
        #expect(bytes.starts(with: beginning.unicodeScalars.map { UInt8($0.value) }))
        let again = try machine.bbctl("report", path)
        #expect(again.status == 2 && again.errors.contains("already exists. To replace it, add --force."))
        #expect(try machine.bbctl("report", path, "--since-visit", "--force").status == 0)
      }
      // Points of 1/72 inch, as readers of PDF take them.
      for (paper, box) in [("a4", "[ 0 0 595."), ("letter", "[ 0 0 612")] {
        _ = try machine.bbctl("report", "\(folder)/paper.pdf", "--paper", paper, "--force")
        let bytes = try Data(contentsOf: URL(filePath: "\(folder)/paper.pdf"))
        #expect(String(decoding: bytes, as: UTF8.self).contains("/MediaBox \(box)"))
      }
      let render = try machine.shell("bbctl report - | rsvg-convert --format png --output eva-page.png")
      #expect(render.status == 0 && render.errors == "" && render.output == "")
      #expect(try machine.bbctl("report", "-", "--html").output.hasPrefix("<!DOCTYPE html>"))
    }
  }

  @Test("needs rsvg-convert for a PDF alone, and asks for a file with an example")
  func missing() async throws {
    try await Machine.withEva { machine in
      machine.environment["PATH"] = "/nowhere"
      let run = try machine.bbctl("report", "\(machine.directory)/eva.pdf")
      #expect(run.status == 1 && run.errors.contains("sudo apt-get install librsvg2-bin"))
      #expect(try machine.bbctl("report", "\(machine.directory)/eva.svg").status == 0)
      #expect(try machine.bbctl("report", "\(machine.directory)/eva.html").status == 0)
      for arguments in [["report"], ["report", "eva.doc"], ["report", "yesterday"]] {
        let refused = try machine.bbctl(arguments)
        #expect(refused.status == 2 && refused.errors.contains("bbctl report eva.pdf"), "\(refused.errors)")
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: machine.directory)
      #expect(files.filter { $0.contains("eva.pdf") } == [])
    }
  }
}
