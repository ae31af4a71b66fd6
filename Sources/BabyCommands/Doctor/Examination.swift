import BabyClient
import BabyModel
import BabyProtocol

/// Looks for what usually goes wrong. Each check asks one thing, and none changes anything.
struct Examination {
  let session: Session
  let surroundings: Surroundings
  let socket: DaemonSocket

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
      findings += (try? server) ?? []
    } catch {
      findings.append(failure(error))
      if !socket.isRemote { findings += [refusal, unit].compactMap(\.self) }
    }
    if !socket.isRemote { findings += [timeSynchronization, keyring].compactMap(\.self) }
    return findings
  }

  private var isSystem: Bool { socket.path == StandardPaths.systemSocket }
  var manager: [String] { isSystem ? ["systemctl"] : ["systemctl", "--user"] }
  var managerText: String { isSystem ? "sudo systemctl" : "systemctl --user" }

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

  var user: String { surroundings.variables["USER"] ?? "$USER" }
}
