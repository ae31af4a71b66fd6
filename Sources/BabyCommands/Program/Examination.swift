import BabyClient
import BabyModel
import BabyProtocol

/// One thing that `bbctl doctor` has looked at.
struct Finding {
  enum State: String { case fine, remark, wrong }

  let check: String
  let state: State
  let text: String
  /// A command line that mends it.
  let remedy: String?

  var json: JSON {
    [
      "check": .string(check), "state": .string(state.rawValue), "text": .string(text),
      "hint": remedy.map { .string($0) } ?? .null,
    ]
  }
}

/// Looks for what usually goes wrong. Each check asks one thing, and none changes anything.
struct Examination {
  private let session: Session
  private let surroundings: Surroundings
  private let socket: DaemonSocket

  init(_ session: Session) {
    self.session = session
    surroundings = session.surroundings
    socket = session.socket
  }

  func findings() -> [Finding] {
    var findings = [place]
    do throws(ClientError) {
      let status = try session.call(DaemonStatus.self, NoParams())
      findings.append(
        .init(
          check: "daemon", state: .fine, text: "It answers, as process \(status.pid).", remedy: nil))
      findings += [age(of: status), damage(status)]
      if !socket.isRemote { findings += [unit, lingering].compactMap(\.self) }
      if let clock = try? clock { findings.append(clock) }
    } catch {
      findings.append(failure(error))
      if !socket.isRemote, let unit { findings.append(unit) }
    }
    if !socket.isRemote { findings += [timeSynchronization, keyring].compactMap(\.self) }
    return findings
  }

  private var isSystem: Bool { socket.path == StandardPaths.systemSocket }
  private var manager: [String] { isSystem ? ["systemctl"] : ["systemctl", "--user"] }
  private var managerText: String { isSystem ? "sudo systemctl" : "systemctl --user" }

  private var place: Finding {
    let origin =
      switch socket.origin {
      case .option: "named by an option"
      case .environment: "named by BABYBASICS_SOCKET, or by --host"
      case .user: "the user's own daemon"
      case .system: "the system's daemon; the user has none of their own"
      }
    return Finding(check: "socket", state: .fine, text: "\(socket.path), \(origin).", remedy: nil)
  }

  private func failure(_ error: ClientError) -> Finding {
    func wrong(_ text: String, _ remedy: String) -> Finding {
      Finding(check: "daemon", state: .wrong, text: text, remedy: remedy)
    }
    switch error {
    case .noPermission(StandardPaths.systemSocket):
      return wrong(
        "The system's daemon is for the group babybasics, and you are not in it, or not since you logged in.",
        "sudo adduser \(user) babybasics && newgrp babybasics")
    case .notRunning(let path) where surroundings.exists(path):
      return wrong(
        "A daemon has left its socket behind, and none answers.", "\(managerText) restart babybasicsd.socket")
    case .notRunning:
      let isInstalled = surroundings.ask(manager + ["cat", "babybasicsd.socket"])?.status == 0
      return wrong(
        "No daemon runs, and there is no socket that would start one.",
        isInstalled ? "\(managerText) enable --now babybasicsd.socket" : "babybasicsd &")
    default: return wrong(error.message, error.hint)
    }
  }

  private func age(of status: DaemonStatus.Answer) -> Finding {
    guard status.version != version else {
      return Finding(check: "version", state: .fine, text: "Daemon and bbctl are \(version).", remedy: nil)
    }
    return Finding(
      check: "version", state: .wrong, text: "The daemon is version \(status.version), and bbctl \(version).",
      remedy: "\(managerText) restart babybasicsd")
  }

  private func damage(_ status: DaemonStatus.Answer) -> Finding {
    guard let path = status.setAside else {
      return Finding(check: "database", state: .fine, text: "\(status.entries) entries.", remedy: nil)
    }
    return Finding(
      check: "database", state: .wrong,
      text: "It was damaged when the daemon started, and a new one was begun. The old one is \(path).",
      remedy: "sqlite3 '\(path)' .recover")
  }

  /// Nil where there is no systemd to ask.
  private var unit: Finding? {
    guard let answer = surroundings.ask(manager + ["is-enabled", "babybasicsd.socket"]) else { return nil }
    let word = answer.output.split(separator: "\n").first.map(String.init) ?? ""
    if answer.status == 0 {
      return Finding(check: "unit", state: .fine, text: "babybasicsd.socket is \(word).", remedy: nil)
    }
    guard !word.isEmpty else { return nil }
    return Finding(
      check: "unit", state: .wrong, text: "babybasicsd.socket is \(word): after the next start there is no daemon.",
      remedy: "\(managerText) enable --now babybasicsd.socket")
  }

  private var lingering: Finding? {
    guard socket.origin == .user,
      let answer = surroundings.ask(["loginctl", "show-user", user, "--property", "Linger", "--value"]),
      answer.status == 0
    else { return nil }
    if answer.output.hasPrefix("yes") {
      return Finding(
        check: "lingering", state: .fine, text: "The daemon runs while nobody is logged in too.", remedy: nil)
    }
    return Finding(
      check: "lingering", state: .remark, text: "The daemon ends when you log out, and then nothing reminds or syncs.",
      remedy: "loginctl enable-linger")
  }

  private var clock: Finding {
    get throws {
      let diagnostics = try session.call(DaemonDiagnostics.self, NoParams())
      let skew = diagnostics.at - session.now
      let seconds = Int((skew < .zero ? .zero - skew : skew) / .seconds(1))
      guard seconds >= 5 else {
        return Finding(check: "clock", state: .fine, text: "Daemon and bbctl show the same time.", remedy: nil)
      }
      return Finding(
        check: "clock", state: .wrong,
        text: "The daemon's clock is \(seconds) seconds \(skew < .zero ? "behind" : "ahead").",
        remedy: "timedatectl set-ntp true")
    }
  }

  private var timeSynchronization: Finding? {
    guard let answer = surroundings.ask(["timedatectl", "show", "--property", "NTPSynchronized", "--value"]),
      answer.status == 0
    else { return nil }
    if answer.output.hasPrefix("yes") {
      return Finding(check: "time", state: .fine, text: "The clock is synchronized.", remedy: nil)
    }
    return Finding(
      check: "time", state: .remark,
      text: "Nothing sets this machine's clock; entries of several machines may not fit.",
      remedy: "sudo timedatectl set-ntp true")
  }

  private var keyring: Finding? {
    guard socket.origin == .user,
      let answer = surroundings.ask([
        "busctl", "--user", "--timeout=2", "get-property", "org.freedesktop.secrets",
        "/org/freedesktop/secrets/aliases/default", "org.freedesktop.Secret.Collection", "Locked",
      ]), answer.status == 0
    else { return nil }
    if answer.output.contains("false") {
      return Finding(check: "keyring", state: .fine, text: "The keyring is unlocked.", remedy: nil)
    }
    return Finding(
      check: "keyring", state: .wrong, text: "The keyring is locked, and with it the account's token.",
      remedy: ErrorCode.keyringLocked.hint)
  }

  private var user: String { surroundings.variables["USER"] ?? "$USER" }
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
      if let remedy = finding.remedy { page.row([.init(""), .init("Try:"), .init(remedy)]) }
    }
    return page
  }
}
