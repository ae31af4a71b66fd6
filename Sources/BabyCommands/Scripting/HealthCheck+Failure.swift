import BabyClient
import BabyProtocol

/// Why the daemon does not answer.
extension HealthCheck {
  func failure(_ error: ClientError) -> Finding {
    switch error {
    case .noPermission(let path): closed(path)
    case .notRunning(let path): absent(path)
    case .timedOut: silent
    default: wrong(error.message, error.hint)
    }
  }

  private func wrong(_ text: String, _ remedy: String) -> Finding {
    Finding("daemon", .wrong, text, remedy: remedy)
  }

  /// The socket may not be opened.
  private func closed(_ path: String) -> Finding {
    let answer = environment.ask(["stat", "--format", "%U %G %a", path])
    let words = answer.map { $0.status == 0 ? $0.output.split(whereSeparator: \.isWhitespace) : [] } ?? []
    if words.count == 3 {
      let (owner, group, mode) = (words[0], words[1], words[2])
      if isSystem, owner != "babybasics" || group != "babybasics" || mode != "660" {
        return wrong(
          "The system's socket belongs to \(owner):\(group) with mode \(mode), not to babybasics:babybasics with mode 660.",
          "sudo systemctl stop babybasicsd && sudo systemctl restart babybasicsd.socket")
      }
      if !isSystem, let name = environment.variables["USER"], owner != name {
        return wrong(
          "The socket \(path) belongs to \(owner): a daemon was started as \(owner), not as you.",
          "sudo rm \(path) && \(managerText) restart babybasicsd.socket")
      }
      if !isSystem { return wrong("The socket \(path) has mode \(mode).", "chmod 600 \(path)") }
    }
    guard isSystem else {
      return wrong("You do not have permission to open the daemon's socket \(path).", "ls -l \(path)")
    }
    return wrong(
      "The system's daemon is for the group babybasics. You are not in it, or joined it after you logged in.",
      "sudo adduser \(user) babybasics && newgrp babybasics")
  }

  /// No daemon listens.
  private func absent(_ path: String) -> Finding {
    if isMasked { return wrong("No daemon is running, and its socket is masked, so nothing can start one.", unmasking) }
    if environment.exists(path) {
      return wrong(
        "A stale socket: no daemon answers there.", "\(managerText) restart babybasicsd.socket")
    }
    if environment.ask(manager + ["cat", "babybasicsd.socket"])?.status == 0 {
      return wrong(
        "No daemon is running, and there is no socket to start one.",
        "\(managerText) enable --now babybasicsd.socket")
    }
    if environment.ask(["babybasicsd", "--version"])?.status == 0 {
      return wrong("No daemon is running, and there is no socket to start one.", "babybasicsd &")
    }
    return wrong("No daemon is running, and none is installed.", "sudo apt-get install babybasicsd")
  }

  /// A daemon listens and does not answer.
  private var silent: Finding {
    let account = isSystem ? "babybasics" : user
    // Stopped, also by a debugger.
    let stopped = environment.ask(["pgrep", "--runstates", "T,t", "-u", account, "-x", "babybasicsd"])
    if let process = stopped?.output.split(whereSeparator: \.isWhitespace).first {
      return wrong(
        "The daemon (process \(process)) is suspended (Ctrl-Z or SIGSTOP).",
        "\(isSystem ? "sudo " : "")kill -CONT \(process)")
    }
    if isStarting { return wrong("The daemon is still starting.", "bbctl doctor --timeout 60") }
    return wrong(
      "The daemon is listening but does not answer: it hangs, or is waiting for a disk that does not answer.",
      "\(managerText) restart babybasicsd")
  }
}

extension DaemonSocket {
  /// Why it is this one.
  var words: String {
    switch (origin, other) {
    case (.option, _): "named by an option"
    case (.environment, _): "named by BABYBASICS_SOCKET, or by --host"
    case (.user, nil): "the user's own daemon"
    case (.user, let other?): "the user's own daemon; the system's is at \(other)"
    case (.system, nil): "the system's daemon; the user has no other"
    case (.system, let other?): "the system's daemon; the user's own, at \(other), holds nothing"
    }
  }
}
