import BabyProtocol
import Testing

@testable import BabyClient

@Suite("Which daemon a client talks to")
struct DaemonSocketTests {
  private static let user = "/run/user/1000/babybasics/daemon.sock"
  private static let system = "/run/babybasics/daemon.sock"

  private static let data = "/home/maya/.local/share/babybasics"

  /// - Parameters:
  ///   - closed: what is there and may not be opened.
  ///   - empty: daemons that hold nothing; none of the others is expected to be asked when this is nil.
  private func choice(
    option: String? = nil, _ variables: [String: String] = [:], there: Set<String>, closed: Set<String> = [],
    empty: Set<String>? = nil
  ) -> DaemonSocket {
    let variables = ["XDG_RUNTIME_DIR": "/run/user/1000", "HOME": "/home/maya"].merging(variables) { _, own in own }
    return DaemonSocket(
      option: option, variable: { variables[$0] }, exists: { there.contains($0) },
      mayOpen: { there.contains($0) && !closed.contains($0) },
      holdsNothing: { socket, _ in
        #expect(empty != nil, "\(socket) was asked")
        return empty?.contains(socket) == true
      })
  }

  @Test("what is named goes first, whether or not it is there")
  func named() {
    let there: Set = [Self.user, Self.system]
    let option = choice(option: "/o", ["BABYBASICS_SOCKET": "/e"], there: there)
    #expect(option.path == "/o" && option.origin == .option)
    let environment = choice(["BABYBASICS_SOCKET": "/e"], there: there)
    #expect(environment.path == "/e" && environment.origin == .environment)
  }

  @Test("then the one that there is, and the user's own when there is neither; none is asked for that")
  func found() {
    let system = choice(there: [Self.system])
    #expect(system.path == Self.system && system.origin == .system && system.other == nil)
    for there: Set<String> in [[], [Self.user], [Self.user, Self.data]] {
      let own = choice(there: there)
      #expect(own.path == Self.user && own.origin == .user && own.other == nil)
    }
  }

  @Test("of two the system's where the user's own has never run: it is not started to say so")
  func unused() {
    let system = choice(there: [Self.user, Self.system])
    #expect(system.path == Self.system && system.origin == .system && system.other == Self.user)
  }

  @Test("of two the user's own while it holds anything, and the system's when it does not")
  func inUse() {
    let there: Set = [Self.user, Self.system, Self.data]
    let own = choice(there: there, empty: [])
    #expect(own.path == Self.user && own.origin == .user && own.other == Self.system)
    let system = choice(there: there, empty: [Self.user])
    #expect(system.path == Self.system && system.origin == .system && system.other == Self.user)
    // Its data may be anywhere when it is configured.
    let configured = choice(there: [Self.user, Self.system, "/home/maya/.config/babybasics/config.yaml"], empty: [])
    #expect(configured.path == Self.user)
  }

  @Test("never the system's where the user may not open it and has one of their own")
  func closed() {
    let own = choice(there: [Self.user, Self.system], closed: [Self.system])
    #expect(own.path == Self.user && own.origin == .user && own.other == nil)
    #expect(choice(there: [Self.system], closed: [Self.system]).path == Self.system)
  }
}
