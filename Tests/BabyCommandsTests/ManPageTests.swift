import Foundation
import Testing

@Suite struct ManPageTests {
  @Test("the manual page is the one that the commands describe now")
  func isFresh() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let generator = Process()
    generator.executableURL = URL(filePath: "/usr/bin/env")
    generator.arguments = ["python3", root.appending(path: "contrib/dev/generate-man").path()]
    let (input, output) = (Pipe(), Pipe())
    generator.standardInput = input
    generator.standardOutput = output
    try generator.run()
    // The script reads all of its input before it writes.
    try input.fileHandleForWriting.write(contentsOf: Data(Run(["--experimental-dump-help"]).output.utf8))
    try input.fileHandleForWriting.close()
    let page = try output.fileHandleForReading.readToEnd().map { String(decoding: $0, as: UTF8.self) }
    generator.waitUntilExit()
    #expect(generator.terminationStatus == 0)
    let committed = try String(contentsOf: root.appending(path: "man/bbctl.1"), encoding: .utf8)
    #expect(
      page == committed, "stale: bbctl --experimental-dump-help | contrib/dev/generate-man > man/bbctl.1")
  }
}
