import ArgumentParser
import BabyClient
import BabyProtocol
import Glibc

struct Doctor: Command {
  static let commandName = "doctor"

  static let configuration = command(
    "Find out why something does not work, and name the command that fixes it.", usage: "doctor",
    discussion: "It changes nothing. The exit status is 1 when there is something to fix.")

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let findings = HealthCheck(session).findings()
    session.print(json: ["findings": .array(findings.map(\.json))], or: .findings(findings))
    if findings.contains(where: { $0.state == .wrong }) { session.end(with: .failed) }
  }
}

struct Diagnostics: Command {
  static let commandName = "diagnostics"

  static let configuration = command(
    "Print what a bug report needs, as JSON: versions, configuration, counts, times, last errors.",
    usage: "diagnostics",
    discussion: "It contains nothing about a child, no secrets and no user names.")

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let findings = HealthCheck(session).findings().map { finding -> JSON in
      ["check": .string(finding.check), "state": .string(finding.state.rawValue)]
    }
    let daemon: JSON
    do throws(ClientError) { daemon = try session.call(MethodCall(DaemonDiagnostics.self, .init())) } catch {
      daemon = ["error": .string(error.name)]
    }
    session.print(json: [
      "client": .string(version), "socket": .string(session.socket.origin.rawValue), "findings": .array(findings),
      "daemon": daemon,
    ])
  }
}

struct ProxyStdio: Command {
  static let commandName = "proxy-stdio"

  static let configuration = command(
    "Connect standard input and output to the daemon's socket; \"bbctl -H\" runs this on the other machine.",
    usage: "proxy-stdio")

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try StdioProxy(input: STDIN_FILENO, output: STDOUT_FILENO).run(
      socket: session.socket.path, timeout: session.timeout)
  }
}

/// One thing that `bbctl doctor` has looked at.
struct Finding {
  enum State: String { case fine, remark, wrong }

  let check: String
  let state: State
  let text: String
  /// A command line that mends it.
  let remedy: String?

  init(_ check: String, _ state: State, _ text: String, remedy: String? = nil) {
    (self.check, self.state, self.text, self.remedy) = (check, state, text, remedy)
  }

  var json: JSON {
    [
      "check": .string(check), "state": .string(state.rawValue), "text": .string(text),
      "hint": remedy.map { .string($0) } ?? .null,
    ]
  }
}

extension Page {
  static func findings(_ findings: [Finding]) -> Page {
    var page = Page()
    for finding in findings {
      let mark: Span =
        switch finding.state {
        case .fine: .init("ok", .faint)
        case .remark: .init("note", .severity(.warning))
        case .wrong: .init("wrong", .severity(.error))
        }
      page.row([mark, .init(finding.check, .strong), .init(finding.text)])
      if let remedy = finding.remedy { page.row([.init(""), .init("Try:"), .init(remedy, .plain, .command)]) }
    }
    return page
  }
}
