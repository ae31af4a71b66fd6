import BabyProtocol
import Testing

@Suite("The daemon's configuration")
struct ConfigurationTests {
  @Test("flags override the environment, that the file, and that the defaults")
  func precedence() async throws {
    try await Machine.run { machine in
      let file = machine.paths.configurationFiles[0]
      func level(_ arguments: String...) throws -> Substring? {
        let run = try machine.run(Machine.program("babybasicsd"), ["--check-config"] + arguments)
        #expect(run.status == 0)
        return run.output.split(separator: "\n").first { $0.hasPrefix("log.level: ") }?.dropFirst(11)
      }
      #expect(try level() == "info")
      try machine.write("log:\n  level: notice\n", to: file)
      #expect(try level() == "notice")
      machine.environment["BABYBASICS_LOG_LEVEL"] = "warning"
      #expect(try level() == "warning")
      #expect(try level("--log-level", "error") == "error")
    }
  }

  @Test("--check-config prints the effective one, and starts nothing")
  func check() async throws {
    try await Machine.run { machine in
      let run = try machine.run(Machine.program("babybasicsd"), ["--check-config"])
      #expect(run.status == 0)
      #expect(
        run.output == """
          file: none
          socket: \(machine.directory)/run/babybasics/daemon.sock
          data: \(machine.directory)/home/.local/share/babybasics
          log.level: info
          connections.max: 256
          connections.user: 64
          server.url: none
          server.certificates: none

          """)
      #expect(try machine.shell("find home run -mindepth 1").output == "")
    }
  }

  @Test("clients' variables are ignored")
  func variablesOfClients() async throws {
    try await Machine.run { machine in
      for (name, value) in [
        ("BABYBASICS_TIMEOUT", "soon"), ("BABYBASICS_NOTIFY", "yes"), ("BABYBASICS_REMINDER_TEXT", "Drops"),
      ] {
        machine.environment[name] = value
      }
      let run = try machine.run(Machine.program("babybasicsd"), ["--check-config"])
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test("without HOME it uses the user's home according to the system")
  func noHome() async throws {
    try await Machine.run { machine in
      let program = Machine.program("babybasicsd")
      let home = try machine.shell("getent passwd $(id -u) | cut -d: -f6").output.split(separator: "\n").first ?? ""
      let run = try machine.shell("env -u HOME -u XDG_RUNTIME_DIR \(program) --check-config")
      #expect(run.output.contains("data: \(home)/.local/share/babybasics\n"), "\(run.output)\(run.errors)")
      #expect(run.output.contains("socket: \(home)/.local/state/babybasics/daemon.sock\n"))
    }
  }

  @Test("HOME and XDG variables alone move everything")
  func places() async throws {
    try await Machine.run { machine in
      machine.environment["XDG_RUNTIME_DIR"] = nil
      machine.environment["XDG_DATA_HOME"] = machine.directory + "/elsewhere"
      try machine.start()
      let status = try machine.call("daemon.status")
      #expect(status["socket"] == .string(machine.directory + "/home/.local/state/babybasics/daemon.sock"))
      #expect(status["database"] == .string(machine.directory + "/elsewhere/babybasics/local.db"))
      let modes = try machine.shell(
        "stat -c %a home/.local/state/babybasics home/.local/state/babybasics/daemon.sock elsewhere/babybasics/local.db"
      )
      #expect(modes.output == "700\n600\n600\n")
    }
  }

  struct Mistake: CustomTestStringConvertible {
    var testDescription: String
    var file = ""
    var environment: [String: String] = [:]
    var arguments: [String] = []
    /// What the refusal has to say; FILE stands for the file's path.
    var message: [String]
  }

  @Test(
    "errors are refused with their place and the most similar name",
    arguments: [
      Mistake(
        testDescription: "an unknown key in the file", file: "log:\n  levle: debug\n",
        message: ["FILE:2:3", "\"log.levle\"", "log.level"]),
      Mistake(
        testDescription: "a bad value in the file", file: "socket: /tmp/x.sock\nconnections.max: lots\n",
        message: ["FILE:2:18", "\"lots\"", "whole number"]),
      Mistake(testDescription: "a file that is not YAML", file: "log: [", message: ["FILE"]),
      Mistake(
        testDescription: "an unknown variable", environment: ["BABYBASICS_SOKET": "/tmp/x.sock"],
        message: ["BABYBASICS_SOKET", "BABYBASICS_SOCKET"]),
      Mistake(
        testDescription: "a bad value in a variable", environment: ["BABYBASICS_LOG_LEVEL": "loud"],
        message: ["BABYBASICS_LOG_LEVEL", "\"loud\"", "trace"]),
      Mistake(
        testDescription: "a bad value of a flag", arguments: ["--socket", "daemon.sock"],
        message: ["--socket", "absolute path"]),
      Mistake(
        testDescription: "a file that does not exist", arguments: ["--config", "/nowhere/config.yaml"],
        message: ["/nowhere/config.yaml"]),
    ])
  func mistakes(_ mistake: Mistake) async throws {
    try await Machine.run { machine in
      let file = machine.paths.configurationFiles[0]
      if !mistake.file.isEmpty { try machine.write(mistake.file, to: file) }
      machine.environment.merge(mistake.environment) { $1 }
      let checked = try machine.run(Machine.program("babybasicsd"), ["--check-config"] + mistake.arguments)
      #expect(checked.status == 78)
      for words in mistake.message {
        #expect(checked.errors.contains(words.replacing("FILE", with: file)))
      }
      let started = try machine.run(Machine.program("babybasicsd"), mistake.arguments)
      #expect(started.status == 78)
      #expect(started.errors == checked.errors)
    }
  }
}
