import BabyModel
import Foundation
import Testing

@testable import BabyAccount
@testable import BabyDaemon

@Suite("The secret by which a server recognizes a machine")
struct DeviceSecretTests {
  @Test("differs for each machine and server, is always the same, and does not contain the machine's id")
  func secret() throws {
    let directory = FileManager.default.temporaryDirectory.path + "/bbdevice-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    func secret(_ machine: String, _ server: String) throws -> String? {
      try Data((machine + "\n").utf8).write(to: URL(filePath: directory + "/machine-id"))
      return DeviceSecret.made(for: try ServerAddress(server), machineIDFile: directory + "/machine-id")
    }
    let (one, other) = (String(repeating: "1", count: 32), String(repeating: "2", count: 32))
    let first = try #require(try secret(one, "https://a.example"))
    #expect(first.utf8.count == 64)
    #expect(!first.contains(one))
    #expect(try secret(one, "https://a.example") == first)
    #expect(try secret(one, "https://b.example") != first)
    #expect(try secret(other, "https://a.example") != first)
    #expect(try secret("", "https://a.example") == nil)
    #expect(DeviceSecret.made(for: try ServerAddress("https://a.example"), machineIDFile: "/nowhere") == nil)
  }
}
