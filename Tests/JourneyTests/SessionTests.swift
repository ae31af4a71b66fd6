import BabyProtocol
import TestSupport
import Testing

/// Several machines at one account, and the state of the others when one of them ends their sessions.
@Suite("Devices and sessions, on one account")
struct SessionTests {
  /// Anna's laptop and her phone, both logged in.
  private func run(_ scenario: (Machine, Machine) async throws -> Void) async throws {
    try await Machine.withEva(zone: "UTC") { laptop in
      let server = try HomeServer(in: laptop.directory, clock: laptop.clock)
      laptop.atEnd { try? server.stop() }
      try Family.register(laptop, "Anna", at: server.address, "--upload")
      try Family.sync(laptop)
      try await laptop.withAnother { phone in
        try phone.start()
        try Family.logIn(phone, "Anna", at: server.address)
        try Family.sync(phone)
        try await scenario(laptop, phone)
      }
    }
  }

  private func state(_ machine: Machine) throws -> JSON? { try machine.call("account.status")["account"]?["state"] }

  private func other(_ machine: Machine) throws -> String {
    let answer = try machine.call("account.sessions")
    let ids = answer["sessions"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
    guard ids.count == 2, let id = ids.first(where: { $0 != answer["current"]?.stringValue }) else {
      throw ScenarioFailure(answer.text)
    }
    return id
  }

  @Test("a machine whose session was ended is out at once, keeps its unsent changes, and continues after a login")
  func ended() async throws {
    try await run { laptop, phone in
      let names = try laptop.call("account.sessions")["sessions"]?.arrayValue?.compactMap { $0["name"]?.stringValue }
      #expect(names?.count == 2 && names?.allSatisfy { $0.hasSuffix("· babybasicsd") } == true, "\(names ?? [])")
      // Twice, so that the second answer comes from memory.
      for _ in 1...2 { try Family.sync(phone) }
      let ended = try laptop.bbctl("account", "sessions", "end", String(try other(laptop).suffix(6)))
      #expect(ended.output.hasPrefix("Ended the session "), "\(ended.errors)")
      try phone.bbctl("note", "not sent yet")
      try phone.wait(for: "the phone to be logged out") {
        _ = try? phone.call("dashboard.refresh")
        return try state(phone) == "unauthenticated"
      }
      #expect(try phone.call("queue.list")["unsent"] == 1)
      #expect(try state(laptop) == "authenticated")
      try Family.logIn(phone, "Anna")
      try Family.sync(phone)
      try Family.sync(laptop)
      #expect(try laptop.bbctl("history", "--plain").output.contains("not sent yet"))
    }
  }

  @Test("a changed password logs all other machines out, and not the one that changed it")
  func password() async throws {
    try await run { laptop, phone in
      let change = ["account", "password", "--password-stdin"]
      let wrong = try laptop.bbctl(change, input: "wrong horse\nbattery staple\n")
      #expect(wrong.status == 4 || wrong.status == 3, "\(wrong.status) \(wrong.errors)")
      #expect(wrong.errors.contains("The current password is wrong."))
      let changed = try laptop.bbctl(change, input: "correct horse\nbattery staple\n")
      #expect(changed.status == 0, "\(changed.errors)")
      try phone.wait(for: "the phone to be logged out") {
        _ = try? phone.call("dashboard.refresh")
        return try state(phone) == "unauthenticated"
      }
      try Family.sync(laptop)
      #expect(throws: ScenarioFailure.self) { try Family.logIn(phone, "Anna") }
      try Family.logIn(phone, "Anna", password: "battery staple")
    }
  }

  @Test("another name and another address leave the log where it is, and the other machine gets them")
  func renamed() async throws {
    try await run { laptop, phone in
      #expect(try laptop.bbctl("account", "name", "Anna Maria").output == "You are Anna Maria · anna@example.org\n")
      let email = try laptop.bbctl(
        ["account", "email", "am@example.org", "--password-stdin"], input: "correct horse\n")
      #expect(email.output == "You are Anna Maria · am@example.org\n", "\(email.errors)")
      // It need not be asked for.
      try Family.sync(phone)
      #expect(try phone.call("account.status")["account"]?["name"] == "Anna Maria")
      try laptop.bbctl("note", "by whom")
      try Family.sync(laptop)
      #expect(try laptop.bbctl("account", "--plain").output.contains("Anna Maria, am@example.org"))
      #expect(try phone.bbctl("account", "--plain").output.contains("Anna Maria, am@example.org"))
      try Family.sync(phone)
      let entry = try phone.call("timeline.list")["entries"]?.arrayValue?.first
      #expect(entry?["author"] == "Anna Maria")
      try laptop.restart()
      #expect(try laptop.call("timeline.list")["entries"]?.arrayValue?.count == 1)
      try Family.sync(laptop)
    }
  }
}
