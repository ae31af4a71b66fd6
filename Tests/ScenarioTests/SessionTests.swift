import BabyProtocol
import Testing

/// Several machines at one account, and what becomes of the others when one of them ends their sessions.
@Suite("Devices and sessions, with real programs")
struct SessionTests {
  private static let login = "bbctl login --email anna@example.org --password-stdin --no-upload"

  /// Anna's laptop and her phone, both logged in.
  private func run(_ scenario: (Machine, Machine, ServerProcess) async throws -> Void) async throws {
    try await Machine.withEva(zone: "UTC") { laptop in
      let server = try ServerProcess(on: laptop)
      try laptop.register("Anna", at: server, "--upload")
      try Family.sync(laptop)
      try await Machine.withAnother { phone in
        try phone.start()
        let login = try phone.shell("echo 'correct horse' | \(Self.login) --server \(server.address)")
        guard login.status == 0 else { throw ScenarioFailure(login.errors) }
        try Family.sync(phone)
        try await scenario(laptop, phone, server)
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

  @Test("a machine whose session was ended is out at once, keeps what it has not sent, and goes on after a login")
  func ended() async throws {
    try await run { laptop, phone, server in
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
      let again = try phone.shell("echo 'correct horse' | \(Self.login)")
      #expect(again.status == 0, "\(again.errors)")
      try Family.sync(phone)
      try Family.sync(laptop)
      #expect(try laptop.bbctl("history", "--plain").output.contains("not sent yet"))
    }
  }

  @Test("a changed password logs all other machines out, and not the one that changed it")
  func password() async throws {
    try await run { laptop, phone, _ in
      let wrong = try laptop.shell(
        "printf 'wrong horse\\nbattery staple\\n' | bbctl account password --password-stdin")
      #expect(wrong.status == 4 || wrong.status == 3, "\(wrong.status) \(wrong.errors)")
      #expect(wrong.errors.contains("The current password is wrong."))
      let changed = try laptop.shell(
        "printf 'correct horse\\nbattery staple\\n' | bbctl account password --password-stdin")
      #expect(changed.status == 0, "\(changed.errors)")
      try phone.wait(for: "the phone to be logged out") {
        _ = try? phone.call("dashboard.refresh")
        return try state(phone) == "unauthenticated"
      }
      try Family.sync(laptop)
      #expect(try phone.shell("echo 'correct horse' | \(Self.login)").status != 0)
      #expect(try phone.shell("echo 'battery staple' | \(Self.login)").status == 0)
    }
  }

  @Test("a code of the administrator's lets in who has forgotten the password, once, with all that was there")
  func forgotten() async throws {
    try await run { laptop, phone, _ in
      try laptop.bbctl("note", "waits")
      let code = try laptop.shell("babybasics-server user password-code anna@example.org")
      #expect(code.status == 0 && code.output.count == 33, "\(code.errors)")
      let reset = try laptop.shell(
        "echo 'battery staple' | bbctl account reset \(code.output.dropLast()) --password-stdin")
      #expect(reset.output.hasPrefix("Logged in as Anna"), "\(reset.errors)")
      try Family.sync(laptop)
      #expect(try laptop.bbctl("history", "--plain").output.contains("waits"))
      let again = try laptop.shell(
        "echo 'something else' | bbctl account reset \(code.output.dropLast()) --password-stdin")
      #expect(again.errors.contains("has been used or has expired"))
      try phone.wait(for: "the phone to be logged out") {
        _ = try? phone.call("dashboard.refresh")
        return try state(phone) == "unauthenticated"
      }
      let nobody = try laptop.shell("babybasics-server user password-code nobody@example.org")
      #expect(nobody.errors == "babybasics-server: There is no account nobody@example.org.\n")
    }
  }

  @Test("another name and another address leave the log where it is, and the other machine hears of them")
  func renamed() async throws {
    try await run { laptop, phone, _ in
      #expect(try laptop.bbctl("account", "name", "Anna Maria").output == "You are Anna Maria · anna@example.org\n")
      let email = try laptop.shell("echo 'correct horse' | bbctl account email am@example.org --password-stdin")
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
      try laptop.stop()
      try laptop.start()
      #expect(try laptop.call("timeline.list")["entries"]?.arrayValue?.count == 1)
      try Family.sync(laptop)
    }
  }
}
