import BabyModel
import BabyProtocol
import Testing

@testable import BabyCommands

@Suite("Versions that doctor compares")
struct VersionCheckTests {
  /// The findings of one check, with a daemon and programs that give these answers.
  ///
  /// - Parameter answers: what programs print, by a part of their command line.
  private func findings(
    _ check: String, account: AccountStatus.Answer = Sample.noAccount, files: [String] = [],
    answers: [String: String] = [:], status change: @Sendable @escaping (inout DaemonStatus.Answer) -> Void = { _ in }
  ) throws -> [String] {
    let daemon = try FakeDaemon { request in
      guard case .result(let json) = SampleDaemon.answer(request, account), request.method == "daemon.status",
        var status = try? DaemonStatus.Answer(json: json)
      else { return SampleDaemon.answer(request, account) }
      change(&status)
      return .result(status.json)
    }
    defer { daemon.stop() }
    var environment = CommandEnvironment(
      variables: ["HOME": "/home/eva", "PATH": "/home/eva/.local/bin:.:/bin", "BABYBASICS_SOCKET": daemon.socket]
    ) { Sample.now }
    environment.exists = files.contains
    environment.ask = { arguments in
      let line = arguments.joined(separator: " ")
      return answers.first { line.contains($0.key) }.map { ProgramAnswer(status: 0, output: $0.value) }
    }
    let output = BbctlProgram.run(["doctor", "--json"], in: environment).output
    let all = try #require(try JSON(parsing: output)["findings"]?.arrayValue)
    return all.filter { $0["check"] == .string(check) }.map { finding in
      ["state", "text", "hint"].compactMap { finding[$0]?.stringValue }.joined(separator: " | ")
    }
  }

  @Test("a daemon of another version is wrong, and of another build worth a remark; both are restarted")
  func daemon() throws {
    #expect(try findings("version") == ["fine | The daemon and bbctl are both version \(version)."])
    #expect(
      try findings("version") { $0.version = "0.1.0" } == [
        "wrong | The daemon is version 0.1.0, but bbctl is version \(version). | systemctl --user restart babybasicsd"
      ])
    #expect(
      try findings("version") { $0.build = "1a2b3c4d, 2026-11-28" } == [
        "remark | The daemon and bbctl are both version \(version), but of different builds: 1a2b3c4d, 2026-11-28, and "
          + "\(buildText). | systemctl --user restart babybasicsd"
      ])
    #expect(try findings("version") { $0.build = buildText }.first?.hasPrefix("fine") == true)
  }

  @Test("the last upgrade is named, with where its changes are")
  func upgrade() throws {
    let change: @Sendable (inout DaemonStatus.Answer) -> Void = {
      ($0.upgradedFrom, $0.upgradedAt) = ("0.1.0", Sample.at("2026-11-13T10:00:00Z"))
    }
    #expect(try findings("upgrade") == [])
    let text = "fine | Version \(version) replaced 0.1.0 on 2026-11-13."
    #expect(try findings("upgrade", status: change) == [text])
    let log = "/usr/share/doc/babybasicsd/changelog.gz"
    #expect(try findings("upgrade", files: [log], status: change) == ["\(text) What is new: zless \(log)"])
  }

  private static let own = "/home/eva/.local/bin"

  @Test("programs of one version in one place are fine; others are named with what mends them")
  func programs() throws {
    let fine = [
      "realpath": "\(Self.own)/bbctl\n\(Self.own)/bbbar\n\(Self.own)/bbctl\n", "--version": versionText + "\n",
    ]
    #expect(try findings("programs", answers: fine) == ["fine | All are version \(version): bbctl, bbbar."])
    #expect(try findings("programs") == [])
    let older = [
      "realpath": "\(Self.own)/bbctl\n/usr/bin/bbbar\n/opt/my tools/bbagent\n", "bbctl --version": version,
      "bbbar --version": "0.1.0\n", "bbagent --version": "usage\n",
    ]
    #expect(
      try findings("programs", answers: older) == [
        "wrong | /usr/bin/bbbar (0.1.0) is not of the same version as bbctl, which is version \(version). | "
          + "sudo apt-get update && sudo apt-get install --only-upgrade bbctl",
        "wrong | /opt/my tools/bbagent (which does not say its version) is not of the same version as bbctl, which is "
          + "version \(version). | sudo rm '/opt/my tools/bbagent'",
      ])
  }

  @Test("two installations are named, and the one that no package keeps up to date is removed")
  func twice() throws {
    let list = "/home/eva/.local/share/doc/babybasics/installed"
    var answers = [
      "realpath": "\(Self.own)/bbctl\n\(Self.own)/bbbar\n/usr/bin/bbctl\n", "\(Self.own)/bbctl --version": "0.1.0",
      "--version": version,
    ]
    // The first of the two that matches would be taken.
    answers["/usr/bin/bbctl --version"] = answers.removeValue(forKey: "--version")
    answers["bbbar --version"] = "0.1.0"
    let text =
      "wrong | More than one installation; the shell runs the one that comes first on its path. bbctl: "
      + "\(Self.own)/bbctl (0.1.0), /usr/bin/bbctl (\(version)) | "
    #expect(try findings("programs", answers: answers) == [text + "rm \(Self.own)/bbctl"])
    #expect(
      try findings("programs", files: [list], answers: answers) == [
        text + "xargs -d '\\n' rm -f -- <\(list) && systemctl --user daemon-reload"
      ])
    answers["\(Self.own)/bbctl --version"] = version
    answers["bbbar --version"] = version
    #expect(try findings("programs", answers: answers).first?.hasPrefix("remark") == true)
    answers["/usr/bin/bbctl --version"] = "0.1.0"
    let raising = "| sudo apt-get update && sudo apt-get install --only-upgrade bbctl"
    #expect(try findings("programs", answers: answers).first?.hasSuffix(raising) == true)
    answers["/usr/bin/bbctl --version"] = version
    answers["realpath"] = "/usr/local/bin/bbctl\n/usr/bin/bbctl\n"
    answers["/usr/local/bin/bbctl --version"] = version
    #expect(try findings("programs", answers: answers).first?.hasSuffix("| sudo rm /usr/local/bin/bbctl") == true)
    let systemList = "/usr/local/share/doc/babybasics/installed"
    let removal = "| sudo xargs -d '\\n' rm -f -- <\(systemList) && sudo systemctl daemon-reload"
    #expect(try findings("programs", files: [systemList], answers: answers).first?.hasSuffix(removal) == true)
  }

  @Test("a family server of another version is worth a remark, which names the side to upgrade")
  func server() throws {
    let online = AccountStatus.Answer(account: Sample.anna, connection: ConnectionRecord(state: .online))
    func found(_ health: String) throws -> String? {
      try findings("server version", account: online, answers: ["/healthz": health]).first
    }
    #expect(try found("{\"status\":\"ok\",\"version\":\"\(version)\"}") == nil)
    #expect(try found("nonsense") == nil && found("{\"version\":7}") == nil && found("") == nil)
    #expect(try found("{\"version\":\"0.1.9\"}")?.contains("run this there. | sudo apt-get update && ") == true)
    #expect(try found("{\"version\":\"0.1.9\"}")?.hasSuffix("--only-upgrade babybasics-server") == true)
    #expect(try found("{\"version\":\"0.10.0\"}")?.hasSuffix("--only-upgrade babybasicsd bbctl") == true)
  }

  @Test(
    "packages that are not completely installed, or of different versions, are named with what mends them",
    arguments: [
      ("", []),
      ("babybasicsd installed ok 0.2.0\nbbctl installed ok 0.2.0", ["fine"]),
      ("babybasicsd installed ok 0.2.0\nbbctl not-installed ok \n", ["fine"]),
      (
        "babybasicsd installed ok 0.2.0\nbbctl installed ok 0.1.0\n",
        ["wrong sudo apt-get update && sudo apt-get install --only-upgrade babybasicsd bbctl"]
      ),
      (
        "bbctl half-configured ok 0.2.0\nbabybasicsd unpacked ok 0.2.0\n",
        Array(repeating: "wrong sudo dpkg --configure -a && sudo apt-get install --fix-broken", count: 2)
      ),
      ("bbctl half-installed reinstreq 0.2.0\n", ["wrong sudo apt-get install --reinstall bbctl"]),
      ("bbctl installed reinstreq 0.2.0\n", ["wrong sudo apt-get install --reinstall bbctl"]),
      (
        "babybasics-server config-files ok 0.1.0\nbbctl installed ok 0.2.0\n",
        ["remark sudo apt-get install babybasics-server"]
      ),
      // What cannot be read, or is not ours, says nothing.
      ("bbctl installed ok\nbbctl\n\n   \nbbctl rotten ok 0.2.0\n\u{FFFD} installed ok 1", []),
      ("dpkg installed ok 1.22\nbbctl installed ok 0.2.0 more", []),
      (String(repeating: "x", count: 1 << 20), []),
    ] as [(String, [String])])
  func packages(list: String, expected: [String]) {
    let found = HealthCheck.packages(in: list).map { finding in
      finding.state.rawValue + (finding.remedy.map { " " + $0 } ?? "")
    }
    #expect(found == expected)
  }

  @Test("on a terminal a command is never broken, so that it can be pasted")
  func unbroken() {
    let page = Page.findings([
      Finding(
        "programs", .wrong, "Some words about it, of which there are many.", remedy: "one && two && three && four")
    ])
    var environment = CommandEnvironment(variables: [:]) { Sample.now }
    (environment.outputIsTerminal, environment.columns) = (true, 30)
    let lines = Renderer(isPlain: false, in: environment).render(page).split(separator: "\n")
    #expect(lines.contains { $0.contains("one && two && three && four") }, "\(lines)")
    #expect(lines.count > 3, "all else is broken: \(lines)")
  }
}
