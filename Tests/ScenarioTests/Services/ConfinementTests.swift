import Foundation
import Testing

@Suite("The units are confined", .enabled(if: Machine.has("systemd-analyze"), "systemd is not installed"))
struct ConfinementTests {
  private static let units = SourceTree.path("systemd")

  @Test(
    "to the exposure that systemd-analyze finds, in tenths",
    arguments: [("babybasicsd", false, 12), ("babybasicsd", true, 6), ("babybasics-server", false, 15)])
  func exposure(unit: String, isLocalOnly: Bool, limit: Int) async throws {
    try await Machine.run { machine in
      let place = machine.directory + "/\(unit).service"
      try machine.shell("cp '\(Self.units)/system/\(unit).service' '\(place)'")
      if isLocalOnly {
        try machine.shell("install -D '\(Self.units)/drop-ins/local-only.conf' '\(place).d/local-only.conf'")
      }
      let run = try machine.shell("systemd-analyze security --no-pager --offline=true --threshold=\(limit) '\(place)'")
      #expect(run.status == 0, "\(run.output.split(separator: "\n").last ?? "") \(run.errors)")
    }
  }

  @Test(
    "to limits of memory, tasks and files",
    arguments: [
      "system/babybasicsd", "system/babybasics-server", "user/babybasicsd", "user/bbagent",
    ], ["MemoryMax", "TasksMax", "LimitNOFILE"])
  func limits(unit: String, property: String) throws {
    let text = try String(contentsOfFile: "\(Self.units)/\(unit).service", encoding: .utf8)
    let values = text.split(separator: "\n").filter { $0.hasPrefix(property + "=") }
    #expect(values.count == 1)
    #expect(values.first?.dropFirst(property.count + 1).first?.isNumber == true, "infinity is not a limit")
  }
}
