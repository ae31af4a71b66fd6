import BabyProtocol
import Testing

/// How a family gets its first account, and the others.
@Suite("Registration, with real programs")
struct RegistrationTests {
  private func register(
    _ machine: Machine, _ name: String, at server: ServerProcess, code: String? = nil
  ) throws -> Machine.Run {
    try machine.shell(
      """
      echo 'correct horse' | bbctl register --server \(server.address) --email \(name.lowercased())@example.org \
      --name \(name) --password-stdin --no-upload \(code.map { "--code \($0)" } ?? "")
      """)
  }

  private func code(_ machine: Machine, _ command: String) throws -> String {
    let run = try machine.shell("babybasics-server \(command)")
    guard run.status == 0, run.output.count == 12 else { throw ScenarioFailure(run.errors) }
    return String(run.output.dropLast())
  }

  @Test("the first account needs the code that the server's machine prints; a share's code is account and child in one")
  func family() async throws {
    try await Machine.withEva(zone: "UTC") { anna in
      let server = try ServerProcess(on: anna, "--registration", "invited")
      let refused = try register(anna, "Anna", at: server)
      #expect(refused.status == 4 && refused.errors.contains("babybasics-server first-code"), "\(refused.errors)")
      let first = try code(anna, "first-code")
      let registered = try register(anna, "Anna", at: server, code: first)
      #expect(registered.status == 0, "\(registered.errors)")
      let again = try anna.shell("babybasics-server first-code")
      #expect(again.status == 1 && again.errors.contains("babybasics-server user invite"))
      #expect(try !anna.text("server.out").contains(first))
      try anna.bbctl("account", "upload")
      try Family.sync(anna)

      let share = try anna.call("share.create")["code"]?.stringValue ?? ""
      try await Machine.withAnother { ben in
        try ben.start()
        let guessed = try register(ben, "Ben", at: server, code: "guess")
        #expect(guessed.status == 2 && guessed.errors.contains("is mistyped"), "\(guessed.errors)")
        let joined = try register(ben, "Ben", at: server, code: "'\(share.lowercased().replacing("-", with: " "))'")
        #expect(joined.status == 0, "\(joined.errors)")
        #expect(try ben.bbctl("child", "list", "--plain").output.contains("Eva"), "at once")
        try ben.bbctl("note", "by Ben")
        try Family.sync(ben)
        try Family.sync(anna)
        #expect(try anna.bbctl("today", "--plain").output.contains("by Ben"))
      }

      let invitation = try code(anna, "user invite Cleo@example.org")
      try await Machine.withAnother { cleo in
        try cleo.start()
        #expect(try register(cleo, "Mallory", at: server, code: invitation).status == 2)
        #expect(try register(cleo, "Cleo", at: server, code: invitation).status == 0)
      }
    }
  }

  @Test("a server without accounts logs where its code is, and not the code; a closed one accepts no code")
  func closed() async throws {
    try await Machine.run { machine in
      try machine.start()
      let first = try code(machine, "first-code")
      let server = try ServerProcess(on: machine, "--no-registration")
      let refused = try register(machine, "Anna", at: server, code: first)
      #expect(refused.status != 0 && refused.errors.contains("does not accept registrations"), "\(refused.errors)")
      try server.stop()
      let contradiction = try machine.shell("babybasics-server --no-registration --registration open")
      #expect(contradiction.status == 64)
      // Told to end as soon as it has said what it has to say.
      let said = try machine.shell(
        """
        mkfifo said; babybasics-server --port 0 2>said & exec 3<said
        while read -r line <&3; do echo "$line"; case $line in *listening*) kill $!; break; esac; done; wait
        """)
      #expect(said.output.contains("babybasics-server first-code"), "\(said.output) \(said.errors)")
      #expect(!said.output.contains(first))
    }
  }
}
