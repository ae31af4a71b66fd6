import BabyProtocol

/// Anna's and Ben's machines, which share Eva through a server at home.
package protocol CommandFamily: AnyObject {
  associatedtype Home: CommandMachine
  var anna: Home { get }
  var ben: Home { get }

  /// The server is away.
  func cutOff() throws

  /// It is there again, at the same address.
  func reconnect() throws
}

/// An entry as both should show it.
package struct FamilyLine: Hashable {
  package var id: String
  package var kind: String
  package var start: String
  package var end: String?
  package var note: String?
}

extension CommandFamily {
  /// Registers both at the server, and has them share Eva.
  package func begin(at address: String) throws {
    for (machine, name) in [(anna, "Anna"), (ben, "Ben")] { try Self.register(machine, name, at: address) }
    try anna.addEva(zone: "America/Los_Angeles")
    try sync(anna)
    let code = try anna.call("share.create")["code"]?.stringValue ?? ""
    let accepted = try ben.bbctl("share", "accept", code)
    guard accepted.status == 0 else { throw ScenarioFailure(accepted.errors) }
    guard try ben.call("child.list")["children"]?.arrayValue?.count == 1 else {
      throw ScenarioFailure("Ben does not see Eva: \(try ben.call("account.status").text)")
    }
  }

  /// - Parameter upload: whether what the machine has goes to the server: `--upload`.
  package static func register(
    _ machine: some CommandMachine, _ name: String, at address: String, _ upload: String = "--no-upload"
  ) throws {
    let registered = try machine.bbctl(
      [
        "register", "--server", address, "--email", "\(name.lowercased())@example.org", "--name", name,
        "--password-stdin", upload,
      ], input: "correct horse\n")
    guard registered.status == 0 else { throw ScenarioFailure(registered.errors) }
  }

  /// - Parameter address: nil for the server that the machine knows already.
  package static func logIn(
    _ machine: some CommandMachine, _ name: String, at address: String? = nil, password: String = "correct horse"
  ) throws {
    let server = address.map { ["--server", $0] } ?? []
    let run = try machine.bbctl(
      ["login", "--email", "\(name.lowercased())@example.org", "--password-stdin", "--no-upload"] + server,
      input: password + "\n")
    guard run.status == 0 else { throw ScenarioFailure(run.errors) }
  }

  /// Has a machine send all that it has and fetch all that there is.
  package func sync(_ machine: Home) throws { try Self.sync(machine) }

  /// The same without a family.
  package static func sync(_ machine: some CommandMachine) throws {
    func rest() throws -> String { try machine.call("queue.list").text + machine.call("account.status").text }
    try Home.wait(for: "all to be sent: \(try rest())") {
      let failed = try machine.call("queue.list")["failed"]?.integerValue ?? 0
      if failed > 0 { _ = try machine.call("queue.retry") }
      let connection = try machine.call("dashboard.refresh")["connection"]
      return connection?["unsent"] == 0 && connection?["failed"] == 0 && connection?["state"] == "online"
    }
  }

  /// Has both send and fetch until neither has anything left.
  package func settle() throws {
    for machine in [anna, ben, anna, ben] { try sync(machine) }
  }

  package func timeline(_ machine: Home) throws -> [FamilyLine] {
    let entries = try machine.call("timeline.list", ["limit": 1000])["entries"]?.arrayValue ?? []
    return entries.map { entry in
      FamilyLine(
        id: entry["id"]?.stringValue ?? "", kind: entry["kind"]?.stringValue ?? "",
        start: entry["start"]?.stringValue ?? "", end: entry["end"]?.stringValue, note: entry["note"]?.stringValue)
    }
  }
}
