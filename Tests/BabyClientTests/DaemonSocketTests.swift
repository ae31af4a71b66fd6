import BabyProtocol
import Testing

@testable import BabyClient

@Suite("Which daemon a client talks to")
struct DaemonSocketTests {
  private static let user = "/run/user/1000/babybasics/daemon.sock"
  private static let system = "/run/babybasics/daemon.sock"

  private func choice(
    option: String? = nil, _ variables: [String: String] = [:], there: Set<String>
  ) -> DaemonSocket {
    let variables = ["XDG_RUNTIME_DIR": "/run/user/1000", "HOME": "/home/maya"].merging(variables) { _, own in own }
    return DaemonSocket(option: option, variable: { variables[$0] }, exists: { there.contains($0) })
  }

  @Test("what is named goes first, whether or not it is there")
  func named() {
    let there: Set = [Self.user, Self.system]
    let option = choice(option: "/o", ["BABYBASICS_SOCKET": "/e"], there: there)
    #expect(option.path == "/o" && option.origin == .option)
    let environment = choice(["BABYBASICS_SOCKET": "/e"], there: there)
    #expect(environment.path == "/e" && environment.origin == .environment)
  }

  @Test("then the user's own daemon, then the system's, and the user's again when there is neither")
  func found() {
    #expect(choice(there: [Self.user, Self.system]).path == Self.user)
    let system = choice(there: [Self.system])
    #expect(system.path == Self.system && system.origin == .system)
    let neither = choice(there: [])
    #expect(neither.path == Self.user && neither.origin == .user)
  }
}
