import BabyModel
import BabyProtocol
import Foundation
import Testing

@Suite("A real baby's year, imported with bbctl")
struct RealLogTests {
  private static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "BabyImportTests/Fixtures/eva_babyconnect.csv").path

  @Test("is imported completely and once, with the right durations on nights when clocks changed")
  func whole() async throws {
    try await Machine.withEva { machine in
      func imports(_ more: String...) throws -> JSON {
        let arguments = ["import", Self.file, "--format", "babyconnect-csv", "--zone", "America/Los_Angeles", "--json"]
        let run = try machine.run(Machine.program("bbctl"), arguments + more)
        #expect(run.status == 0, "\(run.errors)")
        return try run.json
      }

      let rehearsal = try imports("--dry-run")
      #expect(rehearsal["added"] == 4207)
      #expect(try machine.call("daemon.status")["entries"] == 0)

      let imported = try imports()
      #expect(imported["rows"] == 4207)
      #expect(imported["added"] == 4207)
      #expect(imported["summary"]?["badRowCount"] == 0)
      #expect(try machine.call("daemon.status")["entries"] == 4207)

      let seq = try machine.call("daemon.status")["seq"]
      let again = try imports()
      #expect(again["added"] == 0)
      #expect(again["unchanged"] == 4207)
      #expect(try machine.call("daemon.status")["seq"] == seq)

      try daylightSaving(machine)
      let status = try machine.call("dashboard.get")
      #expect(status["runningSleep"] == JSON.null)
    }
  }

  private func daylightSaving(_ machine: Machine) throws {
    func entries(_ day: String) throws -> [JSON] {
      try machine.call("timeline.list", ["day": .string(day)])["entries"]?.arrayValue ?? []
    }
    func entry(_ day: String, start: String) throws -> JSON {
      try #require(try entries(day).first { $0["start"]?.stringValue == start })
    }
    let spring = try entry("2020-03-08", start: "2020-03-08T06:56:00.000Z")
    #expect(try minutes(spring["start"], spring["end"]) == 479)
    let autumn = try entry("2020-11-01", start: "2020-11-01T03:02:00.000Z")
    // The row says 356 minutes: its clock times leave the seconds out.
    #expect(try minutes(autumn["start"], autumn["end"]) == 357)
    let bottle = try entry("2020-11-01", start: "2020-11-01T10:05:00.000Z")
    #expect(bottle["kind"] == "feeding")
    #expect(try minutes(autumn["end"], bottle["start"]) == 66)
  }

  private func minutes(_ start: JSON?, _ end: JSON?) throws -> Int {
    func date(_ json: JSON?) throws -> Date {
      try Date(
        #require(json?.stringValue), strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true))
    }
    return try Int(date(end).timeIntervalSince(date(start)) / 60)
  }

  @Test("is imported completely and once despite kill -9 in the middle of it")
  func killed() async throws {
    let log = try Data(contentsOf: URL(filePath: Self.file))
    try await Machine.withEva { machine in
      let client = try LineClient(machine.paths.socket)
      let id = try #require(try client.call("data.import")["result"]?["importId"])
      for start in stride(from: 0, to: log.count, by: 100_000) {
        let chunk = log[start..<min(start + 100_000, log.count)].base64EncodedString()
        _ = try client.call("data.import", ["importId": id, "chunk": .string(chunk)])
      }
      var added: Int64 = 0
      var isAtEnd = false
      while added == 0 {
        let step = try client.call("data.import", ["importId": id, "end": .bool(!isAtEnd), "stepwise": true])
        added = try #require(step["result"]?["added"]?.integerValue)
        isAtEnd = true
      }
      client.send(1, "data.import", ["importId": id, "stepwise": true])
      try machine.kill()

      try machine.start()
      let kept = try #require(try machine.call("daemon.status")["entries"]?.integerValue)
      #expect(added > 0)
      #expect((added..<4207).contains(kept))
      let again = try machine.bbctl("import", Self.file, "--json").json
      #expect(again["added"] == .integer(4207 - kept))
      #expect(try machine.call("daemon.status")["entries"] == 4207)
    }
  }

  @Test("pages through in order, and finds by kind and text")
  func pages() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("import", Self.file)
      var ids: Set<String> = []
      var starts: [String] = []
      var cursor: JSON?
      repeat {
        var params: [(String, JSON)] = [("limit", 1000)]
        if let cursor { params.append(("cursor", cursor)) }
        let page = try machine.call("timeline.list", .object(JSONObject(params)))
        let entries = page["entries"]?.arrayValue ?? []
        ids.formUnion(entries.compactMap { $0["id"]?.stringValue })
        starts += entries.compactMap { $0["start"]?.stringValue }
        cursor = page["nextCursor"]
      } while cursor != nil
      #expect(ids.count == 4207)
      #expect(starts == starts.sorted(by: >))
      let notes = try machine.call("timeline.list", ["kinds": ["note"], "search": "doctor", "limit": 1000])
      #expect(notes["entries"]?.arrayValue?.count == 1)
    }
  }

  @Test("keeps the good rows of a file with bad ones, and lists those with their lines")
  func badRows() async throws {
    try await Machine.withEva { machine in
      let file = machine.directory + "/log.csv"
      try machine.write(
        """
        Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text,Notes,Caregiver
        12/12/20 7:05 PM,12/12/20 7:36 PM,30,Bottle,8.2,Formula,Eva drank 8.2 oz of formula (30m),,U
        31/31/20 7:47 PM,,,Sleep,,,,,A
        short,row

        """, to: file)
      let run = try machine.bbctl("import", file, "--json")
      // Imported, except rows that could not be read.
      #expect(run.status == 8)
      #expect(try run.json["added"] == 1)
      #expect(try run.json["summary"]?["badRows"]?.arrayValue?.compactMap { $0["line"]?.integerValue } == [3, 4])
    }
  }
}
