import BabyProtocol
import Foundation
import Testing

/// Machines and a server of which some know less than others.
@Suite("Activities, with programs of earlier versions")
struct EarlierVersionTests {
  private func running(_ machine: Machine) throws -> [String] {
    (try machine.call("dashboard.get")["runningActivities"]?.arrayValue ?? []).compactMap { $0["name"]?.stringValue }
  }

  @Test("pass through a server and a daemon that do not know them, completely, and run there once they do")
  func earlierVersions() async throws {
    try await Family.run { family in
      let (home, anna, ben) = (family.home, family.anna, family.ben)
      let port = family.server.port
      try family.server.stop()
      try home.forgetActivities()
      family.server = try ServerProcess(on: home, port: port)
      try ben.stop()
      try ben.forgetActivities()
      try ben.start()
      try anna.bbctl("start", "bath", "5", "min", "ago", "note", "with", "the", "duck")
      try anna.bbctl("start", "walk")
      try anna.bbctl("play", "15", "min")
      try family.settle()
      #expect(try ben.call("timeline.list")["unknownKinds"] == 3)
      #expect(try ben.call("dashboard.get")["runningActivities"] == nil)

      // Ben's machine is upgraded: what runs is ended there, through the server that does not know what it is.
      try ben.stop()
      ben.useCurrentPrograms()
      try ben.start()
      #expect(try running(ben) == ["bath", "walk"])
      try ben.bbctl("stop", "walk")
      try family.settle()
      #expect(try running(anna) == ["bath"])

      // The server is upgraded, and lets one of each name run.
      try family.server.stop()
      home.useCurrentPrograms()
      family.server = try ServerProcess(on: home, port: port)
      let sql = "SELECT (SELECT count(*) FROM relayed_entry), (SELECT count(*) FROM entry WHERE timer = 'bath')"
      let counts = try home.run("sqlite3", ["\(home.paths.data)/server.db", sql]).output
      #expect(counts.trimmingCharacters(in: .newlines) == "0|1")
      try anna.bbctl("stop", "bath")
      try family.settle()
      #expect(try family.timeline(anna) == family.timeline(ben))
      #expect(try running(ben) == [])
    }
  }
}
