import BabyClient
import BabyModel
import BabyProtocol

/// Checks of the system: its services, its clock, its keyring. Nil if it cannot be queried.
extension HealthCheck {
  /// Whether the socket's unit is enabled, in systemctl's word; nil if it has none.
  private var enablement: (word: String, isEnabled: Bool)? {
    guard let answer = environment.ask(manager + ["is-enabled", "babybasicsd.socket"]),
      let word = answer.output.split(separator: "\n").first
    else { return nil }
    return (String(word), answer.status == 0)
  }

  var isMasked: Bool { enablement?.word.hasPrefix("masked") == true }

  /// The command that unmasks the socket's unit.
  var unmasking: String {
    "\(managerText) unmask babybasicsd.socket && \(managerText) enable --now babybasicsd.socket"
  }

  var unit: Finding? {
    guard let (word, isEnabled) = enablement else { return nil }
    if isEnabled {
      return Finding("unit", .fine, "babybasicsd.socket is \(word).")
    }
    if isMasked {
      return Finding("unit", .wrong, "babybasicsd.socket is masked: nothing can start the daemon.", remedy: unmasking)
    }
    return Finding(
      "unit", .wrong, "babybasicsd.socket is \(word): the daemon will not start again after a reboot or a new login.",
      remedy: "\(managerText) enable --now babybasicsd.socket")
  }

  var lingering: Finding? {
    guard socket.origin == .user,
      let answer = environment.ask(["loginctl", "show-user", user, "--property", "Linger", "--value"]),
      answer.status == 0
    else { return nil }
    if answer.output.hasPrefix("yes") {
      return Finding("lingering", .fine, "The daemon keeps running after logout.")
    }
    return Finding(
      "lingering", .remark, "The daemon stops when you log out, and with it reminders and syncing.",
      remedy: "loginctl enable-linger")
  }

  var timeSynchronization: Finding? {
    guard let answer = environment.ask(["timedatectl", "show", "--property", "NTPSynchronized", "--value"]),
      answer.status == 0
    else { return nil }
    if answer.output.hasPrefix("yes") {
      return Finding("time", .fine, "The clock is synchronized.")
    }
    return Finding(
      "time", .remark, "Nothing sets this machine's clock, so times from several machines may not agree.",
      remedy: "sudo timedatectl set-ntp true")
  }

  var keyring: Finding? {
    guard socket.origin == .user,
      let answer = environment.ask([
        "busctl", "--user", "--timeout=2", "get-property", "org.freedesktop.secrets",
        "/org/freedesktop/secrets/aliases/default", "org.freedesktop.Secret.Collection", "Locked",
      ]), answer.status == 0
    else { return nil }
    if answer.output.contains("false") {
      return Finding("keyring", .fine, "The keyring is unlocked.")
    }
    return Finding(
      "keyring", .wrong, "The keyring is locked, and the account's token is in it.",
      remedy: ErrorCode.keyringLocked.hint)
  }

  /// The service's state, in systemd's words; empty if it cannot be queried.
  private var service: [Substring: Substring] {
    let answer = environment.ask(manager + ["show", "babybasicsd.service", "-p", "ActiveState,StatusText"])
    let properties = (answer?.output ?? "").split(separator: "\n").compactMap { line -> (Substring, Substring)? in
      guard let sign = line.firstIndex(of: "=") else { return nil }
      return (line[..<sign], line[line.index(after: sign)...])
    }
    return Dictionary(properties, uniquingKeysWith: { $1 })
  }

  var isStarting: Bool { service["ActiveState"] == "activating" }

  /// Why the service does not start, in the daemon's own words: a database that a newer version has written, a
  /// configuration with a mistake. Nil if it has not given up.
  var refusal: Finding? {
    let service = service
    guard service["ActiveState"] == "failed", let text = service["StatusText"], !text.isEmpty else { return nil }
    // "What is wrong. Try: what mends it"
    let parts = text.split(separator: " Try: ", maxSplits: 1)
    return Finding(
      "service", .wrong, "babybasicsd has given up: \(parts[0])",
      remedy: parts.count == 2 ? String(parts[1]) : "\(managerText) status babybasicsd")
  }
}

// Entries that cannot be right.

extension HealthCheck {
  /// Entries that begin or end in the future, as a clock that was ahead has left them, each with the command that mends it.
  func future() throws(ClientError) -> [Finding] {
    let latest = session.now + EntryLimits.clockDifference
    var findings: [Finding] = []
    for child in try session.call(ChildList.self, .init()).children.map(\.child) {
      let params = TimelineList.Params(childID: "\(child.id)", from: latest.utcText, limit: 20)
      let answer = try session.call(TimelineList.self, params)
      for record in answer.entries where max(record.entry.start, record.entry.end ?? record.entry.start) > latest {
        let when = record.span(answer.timeFormat, now: session.now)
        findings.append(
          Finding(
            "log", .wrong, "\(child.name): \(Words.title(record.entry)), \(when), is in the future: a clock was ahead.",
            remedy: "bbctl edit \(record.shortID) --at '10 min ago'"))
      }
    }
    return findings
  }

  /// Sleeps and tummy times of the last two weeks that overlap, each with the command that mends it.
  func overlaps() throws(ClientError) -> [Finding] {
    var findings: [Finding] = []
    for child in try session.call(ChildList.self, .init()).children.map(\.child) {
      let params = TimelineList.Params(childID: "\(child.id)", days: 14, kinds: [.sleep, .tummyTime], limit: 1000)
      let entries = try session.call(TimelineList.self, params).entries
      findings += OverlapNotice.all(in: entries).map { notice in
        Finding("log", .remark, "\(child.name): \(notice.text).", remedy: notice.remedy)
      }
    }
    return findings
  }
}
