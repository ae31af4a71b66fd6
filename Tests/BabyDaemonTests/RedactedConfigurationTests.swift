import Testing

@testable import BabyDaemon

@Suite("The configuration in diagnostics")
struct RedactedConfigurationTests {
  @Test("hides every known home folder, also one within another")
  func homes() throws {
    let configuration = try DaemonConfiguration(
      flags: ["socket": "/srv/homes/anna/babybasicsd.sock", "data": "/home/anna/nested/data"], file: nil,
      environment: ["HOME": "/nonexistent/anna"])
    let shown = configuration.redacted(homes: ["/home/anna", "/srv/homes/anna", "/home/anna/nested", "/", ""])
    let values = Dictionary(uniqueKeysWithValues: shown.map { ($0.key, $0.value) })
    #expect(values["data"] == "~/data")
    #expect(values["socket"] == "~/babybasicsd.sock")
    #expect(!shown.contains { $0.value.contains("anna") })
  }
}
