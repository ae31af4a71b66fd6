import TestSupport
import Testing

@Suite("Shared scenarios, with daemon and bbctl in process")
struct InProcessTests {
  @Test("on one machine", arguments: MachineScenario.all)
  func alone(scenario: MachineScenario) async throws {
    try await Machine.withEva(zone: "UTC") { try await scenario.run(with: CommandDriver($0)) }
  }

  @Test("on two machines and a server", arguments: Scenario<CommandFamilyDriver<Family>>.all)
  func family(scenario: Scenario<CommandFamilyDriver<Family>>) async throws {
    try await Family.run { try await scenario.run(with: CommandFamilyDriver($0)) }
  }
}
