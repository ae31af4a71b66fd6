import BabyProtocol
import Foundation

/// Anna's and Ben's machines, which share Eva through a server at home.
final class Family {
  let home: Machine
  let anna: Machine
  let ben: Machine
  var server: ServerProcess

  /// An entry as both should show it.
  struct Line: Hashable {
    var id: String
    var kind: String
    var start: String
    var end: String?
    var note: String?
  }

  static func run(_ scenario: (Family) async throws -> Void) async throws {
    try await Machine.run { home in
      try await Machine.withAnother { anna in
        try await Machine.withAnother { ben in try await scenario(Family(home: home, anna: anna, ben: ben)) }
      }
    }
  }

  private init(home: Machine, anna: Machine, ben: Machine) throws {
    (self.home, self.anna, self.ben) = (home, anna, ben)
    server = try ServerProcess(on: home)
    for (machine, name) in [(anna, "Anna"), (ben, "Ben")] {
      try machine.start()
      try Self.register(machine, name, at: server.address)
    }
    try anna.addEva(zone: "America/Los_Angeles")
    try sync(anna)
    let code = try anna.call("share.create")["code"]?.stringValue ?? ""
    let accepted = try ben.bbctl("share", "accept", code)
    guard accepted.status == 0 else { throw ScenarioFailure(accepted.errors) }
    guard try ben.call("child.list")["children"]?.arrayValue?.count == 1 else {
      throw ScenarioFailure("Ben does not see Eva: \(try ben.call("account.status").text)")
    }
  }

  static func register(_ machine: Machine, _ name: String, at address: String) throws {
    let registered = try machine.shell(
      """
      echo 'correct horse' | bbctl register --server \(address) --email \(name.lowercased())@example.org \
      --name \(name) --password-stdin --no-upload
      """)
    guard registered.status == 0 else { throw ScenarioFailure(registered.errors) }
  }

  /// Has a machine send all that it has and fetch all that there is.
  func sync(_ machine: Machine) throws { try Self.sync(machine) }

  /// The same without a family.
  static func sync(_ machine: Machine) throws {
    func rest() throws -> String { try machine.call("queue.list").text + machine.call("account.status").text }
    try Machine.wait(for: "all to be sent: \(try rest())") {
      let failed = try machine.call("queue.list")["failed"]?.integerValue ?? 0
      if failed > 0 { _ = try machine.call("queue.retry") }
      let connection = try machine.call("dashboard.refresh")["connection"]
      return connection?["unsent"] == 0 && connection?["failed"] == 0 && connection?["state"] == "online"
    }
  }

  /// Has both send and fetch until neither has anything left.
  func settle() throws {
    for machine in [anna, ben, anna, ben] { try sync(machine) }
  }

  func timeline(_ machine: Machine) throws -> [Line] {
    let entries = try machine.call("timeline.list", ["limit": 1000])["entries"]?.arrayValue ?? []
    return entries.map { entry in
      Line(
        id: entry["id"]?.stringValue ?? "", kind: entry["kind"]?.stringValue ?? "",
        start: entry["start"]?.stringValue ?? "", end: entry["end"]?.stringValue, note: entry["note"]?.stringValue)
    }
  }

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
