import BabyProtocol
import Foundation
import Glibc
import Testing

/// Imports that are stopped in the middle: by Ctrl-C, by kill -9, by a disk that is full.
@Suite("Imports that are interrupted")
struct ImportFaultTests {
  private static let header =
    "Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text,Notes,Caregiver"

  /// Diapers, each at a minute of its own.
  private func write(_ count: Int, to path: String, _ machine: Machine) throws {
    let rows = (0..<count).map { number in
      let (day, minute) = (1 + number / 1440, number % 1440)
      return
        "1/\(day)/2021 \(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60),,,Diaper,,,wet diaper,\(number),A"
    }
    try machine.write(([Self.header] + rows).joined(separator: "\r\n") + "\r\n", to: path)
  }

  private func entries(_ machine: Machine) throws -> Int64? {
    try machine.call("daemon.status")["entries"]?.integerValue
  }

  /// Begins an import, and waits until a part of it is in the log.
  private func begin(_ file: String, _ machine: Machine) throws -> ChildProcess {
    let process = try machine.begin(
      Machine.program("bbctl"), ["import", file, "--date-order", "month-day"], output: "import.out",
      errors: "import.err")
    try machine.wait(for: "a part of the file") { try (entries(machine) ?? 0) > 0 }
    return process
  }

  @Test("Ctrl-C on bbctl reverts what was stored, and reports it")
  func interrupted() async throws {
    try await Machine.withEva { machine in
      let file = machine.directory + "/log.csv"
      try write(6_000, to: file, machine)
      let process = try begin(file, machine)
      kill(process.pid, SIGINT)
      #expect(try process.wait() != .exited(0))
      #expect(try machine.text("import.err").contains("nothing was imported."))
      #expect(try entries(machine) == 0)
    }
  }

  @Test("kill -9 of the daemon leaves a consistent part, and the same command completes it")
  func killed() async throws {
    try await Machine.withEva { machine in
      let file = machine.directory + "/log.csv"
      try write(6_000, to: file, machine)
      let process = try begin(file, machine)
      try machine.kill()
      #expect(try process.wait() != .exited(0))
      try machine.start()
      let part = try #require(try entries(machine))
      #expect(part > 0 && part < 6_000)
      #expect(try machine.sqlite("PRAGMA integrity_check") == "ok")
      let left = try FileManager.default.contentsOfDirectory(atPath: machine.paths.data)
      #expect(left.allSatisfy { !$0.contains("import") && !$0.contains("spool") }, "\(left)")
      let rest = try machine.bbctl("import", file, "--date-order", "month-day", "--json").json
      #expect(rest["added"] == .integer(6_000 - part) && rest["unchanged"] == .integer(part))
      #expect(try entries(machine) == 6_000)
    }
  }

  @Test(
    "a full disk is reported as such, for the file and for its entries; with space again it is imported",
    .enabled(if: Mounts.areAllowed, "mounting a file system takes root"))
  func full() async throws {
    try await Machine.run { machine in
      try machine.mountData(size: "6m")
      try machine.start()
      try machine.addEva(zone: "America/Los_Angeles")
      try machine.bbctl("diaper", "wet")
      let (large, small) = (machine.directory + "/large.csv", machine.directory + "/small.csv")
      // Twice as large as the disk; and one that fits itself, but not its entries.
      try write(30_000, to: small, machine)
      try machine.write(String(repeating: "x,y\n", count: 3 << 20), to: large)
      let refused = try machine.bbctl("import", large)
      #expect(refused.status == 1 || refused.status == 2)
      #expect(refused.errors.contains("The disk is full"), "\(refused.errors)")
      let stopped = try machine.bbctl("import", small, "--date-order", "month-day")
      #expect(stopped.status != 0)
      #expect(stopped.errors.contains("full"), "\(stopped.errors)")
      #expect(try machine.call("timeline.list", ["limit": 1])["entries"]?.arrayValue?.count == 1)

      try machine.growData(to: "64m")
      let status = try machine.bbctl("import", small, "--date-order", "month-day", "--json").json
      let sum = [status["added"], status["unchanged"]].compactMap { $0?.integerValue }.reduce(0, +)
      #expect(sum == 30_000)
      #expect(try entries(machine) == 30_001)
      try machine.stop()
      #expect(try machine.sqlite("PRAGMA integrity_check") == "ok")
    }
  }
}
