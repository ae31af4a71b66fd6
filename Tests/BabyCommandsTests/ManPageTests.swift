import Foundation
import TestSupport
import Testing

@Suite struct ManPageTests {
  @Test("the manual page is the one that the commands describe now")
  func isFresh() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try await StartedProgram.run(
      ["python3", root.appending(path: "contrib/dev/generate-man").path()],
      input: Run(["--experimental-dump-help"]).output)
    let committed = try String(contentsOf: root.appending(path: "man/bbctl.1"), encoding: .utf8)
    #expect(
      String(decoding: page, as: UTF8.self) == committed,
      "stale: bbctl --experimental-dump-help | contrib/dev/generate-man > man/bbctl.1")
  }
}
