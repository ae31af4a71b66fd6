import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyCommands

@Suite("A backup for another disk")
struct BackupTests {
  @Test("if there is no space beside the database, an export is suggested, and no file is left")
  func full() throws {
    let daemon = try FakeDaemon { _ in .error(RPCError(.storeFull, "The disk is full.")) }
    defer { daemon.stop() }
    let file = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).db"
    let run = Run(["backup", file], socket: daemon.socket)
    #expect(run.status == .failed)
    #expect(run.errors.contains("An export needs no room there."))
    #expect(run.errors.contains("bbctl export \(file).json"))
    #expect(!FileManager.default.fileExists(atPath: file))
    // One that stays there is refused in the daemon's words.
    #expect(Run(["backup"], socket: daemon.socket).errors.contains("The disk is full."))
  }

  @Test("restoring from standard input is refused instead of waiting for a confirmation")
  func typed() throws {
    let daemon = try FakeDaemon { _ in .error(RPCError(.storeFull, "The disk is full.")) }
    defer { daemon.stop() }
    let run = Run(["restore", "-", "--yes"], socket: daemon.socket, typed: [])
    #expect(run.status == .invalid)
    #expect(run.errors.contains("A backup cannot be typed: name a file, or send it to standard input."))
    #expect(run.errors.contains("Try: bbctl backup --list"))
  }
}

@Suite("Exporting tables for Baby Buddy")
struct BabyBuddyFolderTests {
  private static func answer(_ entries: Int, kept: Int? = nil) -> DataExport.Answer {
    DataExport.Answer(
      format: .babyBuddyCSV, text: "", entries: entries, keptAsNotes: kept, leftOut: 1,
      units: ["ml", "kg", "cm", "celsius"], isEnd: true)
  }

  @Test("reports units, notes and left-out entries for all tables together")
  func total() {
    var total = TableTotal()
    for answer in [Self.answer(0), Self.answer(12), Self.answer(3, kept: 2)] { total.add(answer) }
    #expect(
      total.line(of: "buddy", tables: 3)
        == "Wrote 15 rows in 3 tables to buddy; units: ml, kg, cm, celsius; "
        + "2 rows with notes of what Baby Buddy has no field for; 1 timer still running left out")
    #expect(total.members(of: "buddy", [.children]).map(\.0).contains("leftOut"))
  }

  @Test("reports entries that are only in notes because Baby Buddy would refuse them, with their times")
  func overlapping() {
    var total = TableTotal()
    var answer = Self.answer(12)
    (answer.leftOut, answer.overlapping, answer.overlappingAt) = (nil, 2, ["2026-11-20 03:05", "2026-11-20 04:00"])
    total.add(answer)
    #expect(
      total.line(of: "buddy", tables: 1)
        == "Wrote 12 rows in 1 table to buddy; units: ml, kg, cm, celsius; 2 entries only in words in notes.csv, "
        + "for Baby Buddy refuses a table with two at one time: 2026-11-20 03:05, 2026-11-20 04:00")
    #expect(total.members(of: "buddy", [.children]).map(\.0).suffix(2) == ["overlapping", "overlappingAt"])
  }
}
