import BabyProtocol
import Foundation
import TestSupport

/// Anna's and Ben's machines, which share Eva through a server at home.
final class Family: CommandFamily {
  let home: Machine
  let anna: Machine
  let ben: Machine
  var server: ServerProcess
  private let port: ReservedPort

  static func run(_ scenario: (Family) async throws -> Void) async throws {
    try await Machine.run { home in
      try await Machine.withAnother { anna in
        try await Machine.withAnother { ben in try await scenario(Family(home: home, anna: anna, ben: ben)) }
      }
    }
  }

  private init(home: Machine, anna: Machine, ben: Machine) throws {
    (self.home, self.anna, self.ben) = (home, anna, ben)
    port = try ReservedPort()
    server = try ServerProcess(on: home, port: port.number)
    for machine in [anna, ben] { try machine.start() }
    try begin(at: server.address)
  }

  func cutOff() throws { try server.stop() }

  func reconnect() throws { server = try ServerProcess(on: home, port: port.number) }

  /// Ids of the entries that the server has.
  func serverEntries() throws -> [String] {
    let database = "\(home.paths.data)/server.db"
    let run = try home.run(
      "sqlite3", [database, "SELECT lower(hex(id)) FROM entry WHERE deleted_at IS NULL ORDER BY 1"])
    return run.output.split(separator: "\n").map { hex in
      let text = Array(hex)
      return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(text[$0]) }.joined(separator: "-")
    }
  }
}
