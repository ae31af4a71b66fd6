import BabyModel
import Foundation
import Testing

@testable import BabyDaemon

@Suite("The versions that have run")
struct VersionHistoryTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The version that ran before, and the second in which this one replaced it.
  private func run(_ version: String, at second: Int64) -> String? {
    let now = Instant(milliseconds: second * 1000)
    let upgrade = VersionHistory(recording: version, in: directory.path, at: now).upgrade
    return upgrade.map { "\($0.from) at \($0.at.milliseconds / 1000)" }
  }

  @Test("the first installation is not an upgrade; each change of the version is one, also back")
  func changes() throws {
    #expect(run("0.2.0", at: 1) == nil && run("0.2.0", at: 2) == nil)
    #expect(try directory.names == ["versions.json"] && directory.mode(of: "versions.json") == 0o600)
    #expect(run("0.3.0", at: 3) == "0.2.0 at 3")
    #expect(run("0.3.0", at: 4) == "0.2.0 at 3")
    #expect(run("0.2.0", at: 5) == "0.3.0 at 5")
    for number in 0..<100 { _ = run("1.\(number).0", at: 6) }
    #expect(try directory.text(of: "versions.json").utf8.count < 200, "only the last ones are kept")
    #expect(run("1.99.0", at: 7) == "1.98.0 at 6")
  }

  @Test("a log from before there was a record is one of version 0.1.0", arguments: ["local.db", "accounts.json"])
  func unrecorded(name: String) throws {
    try directory.write("", to: name)
    #expect(run("0.2.0", at: 1) == "0.1.0 at 1")
  }

  @Test(
    "a damaged record begins again, and says nothing about what ran before",
    arguments: ["", "{", "[]", "{\"version\":7}", "{\"version\":\"0.1.0\"}"])
  func damaged(text: String) throws {
    try directory.write("", to: "local.db")
    try directory.write(text, to: "versions.json")
    #expect(run("0.2.0", at: 1) == nil)
    #expect(run("0.3.0", at: 2) == "0.2.0 at 2")
  }

  @Test("a folder that cannot be written to does not matter")
  func readOnly() {
    #expect(VersionHistory(recording: "0.2.0", in: "/proc/nowhere", at: Instant(milliseconds: 0)).upgrade == nil)
  }
}
