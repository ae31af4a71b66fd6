import TestSupport

/// Anna's and Ben's machines, which share Eva through a server at home.
final class Family: CommandFamily {
  let anna: Machine
  let ben: Machine
  private let home: Machine
  private let port: ReservedPort
  private(set) var server: HomeServer

  static func run(_ scenario: (Family) async throws -> Void) async throws {
    try await Machine.run { home in
      try await home.withAnother { anna in
        try await home.withAnother { ben in
          let family = try Family(home: home, anna: anna, ben: ben)
          home.atEnd { try? family.server.stop() }
          try family.begin(at: family.server.address)
          try await scenario(family)
        }
      }
    }
  }

  private init(home: Machine, anna: Machine, ben: Machine) throws {
    (self.home, self.anna, self.ben) = (home, anna, ben)
    for machine in [anna, ben] { try machine.start() }
    port = try ReservedPort()
    server = try HomeServer(in: home.directory, port: port.number, clock: home.clock)
  }

  /// Runs a part of a scenario with one more machine.
  func withAnother(_ part: (Machine) async throws -> Void) async throws { try await home.withAnother(part) }

  func cutOff() throws { try server.stop() }

  func reconnect() throws { server = try HomeServer(in: home.directory, port: port.number, clock: home.clock) }
}
