import Testing

@testable import BabyCommands

@Suite("bbctl dash: the command") struct DashCommandTests {
  private func run(_ line: String, isTerminal: Bool = true) -> (outcome: Outcome, became: [String]) {
    var became: [String] = []
    var environment = CommandEnvironment(variables: ["HOME": "/home/eva"]) { Sample.now }
    environment.inputIsTerminal = isTerminal
    environment.outputIsTerminal = isTerminal
    environment.become = { program, arguments, variables in
      became = [program] + arguments + variables.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    }
    return (BbctlProgram.run(words(line), in: environment), became)
  }

  @Test("becomes bbctl-dash, for the same daemon and child")
  func becomes() {
    #expect(
      run("--socket /run/d.sock dash --child Eva --timeout 9").became
        == ["bbctl-dash", "--child", "Eva", "BABYBASICS_SOCKET=/run/d.sock", "BABYBASICS_TIMEOUT=9"])
    #expect(run("dash -H eva@example").became == ["bbctl-dash", "BABYBASICS_SOCKET=ssh://eva@example"])
  }

  @Test("says so if that is not installed, or there is no terminal, or lines are wanted")
  func refuses() {
    #expect(String(decoding: run("dash").outcome.errors, as: UTF8.self).contains("is not installed"))
    let piped = run("dash", isTerminal: false)
    #expect(piped.became.isEmpty && piped.outcome.status == .invalid)
    #expect(String(decoding: piped.outcome.errors, as: UTF8.self).contains("Try: bbctl status"))
    for line in ["dash --json", "dash --plain", "dash --child Eva --child Max"] {
      #expect(run(line).outcome.status == .invalid && run(line).became.isEmpty)
    }
  }
}
