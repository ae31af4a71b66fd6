import BabyModel
import BabyProtocol

/// The daemon's state of the clocks and of the family server.
extension HealthCheck {
  var clock: Finding {
    get throws {
      let diagnostics = try session.call(DaemonDiagnostics.self, NoParams())
      let skew = diagnostics.at - session.now
      let seconds = Int((skew < .zero ? .zero - skew : skew) / .seconds(1))
      guard seconds >= 5 else {
        return Finding("clock", .fine, "The daemon's clock and bbctl's agree.")
      }
      return Finding(
        "clock", .wrong, "The daemon's clock is \(seconds) seconds \(skew < .zero ? "behind" : "ahead").",
        remedy: "timedatectl set-ntp true")
    }
  }

  /// None without an account.
  var server: [Finding] {
    get throws {
      var answer = try session.call(AccountStatus.self, .init())
      guard let address = answer.account.server else { return [] }
      // The state may have changed since the last poll.
      if answer.connection.state != .local {
        _ = try? session.call(DashboardRefresh.self, .init())
        answer = try session.call(AccountStatus.self, .init())
      }
      let isOnline = answer.connection.state == .online
      return [
        reaching(address, answer.connection), isOnline ? serverVersion(address) : nil,
        answer.connection.skewSeconds.map(serverClock),
      ].compactMap(\.self)
    }
  }

  private func reaching(_ address: String, _ connection: ConnectionRecord) -> Finding? {
    switch connection.state {
    case .local: nil
    case .connecting: Finding("server", .remark, "\(address) has not answered yet.")
    case .online: Finding("server", .fine, "\(address) answers.")
    case .unauthenticated:
      Finding("server", .wrong, "\(address) requires you to log in again.", remedy: "bbctl login")
    case .offline where isDistrusted(address):
      Finding(
        "server", .wrong,
        "\(address) cannot be reached: its certificate is from an authority that this machine does not trust, or has "
          + "expired. You can also name an authority of your own with server.certificates in config.yaml.",
        remedy: "sudo cp ca.pem /usr/local/share/ca-certificates/babybasics.crt && sudo update-ca-certificates && "
          + "\(managerText) restart babybasicsd")
    case .offline:
      Finding(
        "server", .wrong, "\(address) cannot be reached" + (connection.reason.map { ": \($0)." } ?? "."),
        remedy: "curl -sS \(address)/healthz")
    }
  }

  /// What the server says of itself to curl.
  private func health(_ address: String) -> ProgramAnswer? {
    environment.ask(["curl", "--silent", "--max-time", "2", "--max-filesize", "65536", "\(address)/healthz"])
  }

  /// Whether curl finds that the server's certificate is not to be trusted.
  private func isDistrusted(_ address: String) -> Bool {
    // "Peer certificate cannot be authenticated with known CA certificates."
    health(address)?.status == 60
  }

  /// Nil for a server of the same version, and for one that curl cannot ask.
  private func serverVersion(_ address: String) -> Finding? {
    guard let answer = health(address), answer.status == 0, let health = try? JSON(parsing: answer.output.utf8),
      let theirs = health["version"]?.stringValue, theirs != version
    else { return nil }
    func numbers(_ text: String) -> [Int] { text.split(separator: ".").map { Int($0) ?? 0 } }
    let isOlder = numbers(theirs).lexicographicallyPrecedes(numbers(version))
    return Finding(
      "server version", .remark,
      "The family server is version \(theirs), and bbctl is version \(version)."
        + (isOlder ? " To upgrade the server, run this there." : ""),
      remedy: Self.raising(isOlder ? ["babybasics-server"] : ["babybasicsd", "bbctl"]))
  }

  private func serverClock(_ skew: Int) -> Finding {
    guard abs(skew) >= 60 else {
      return Finding("server clock", .fine, "The server's clock and this machine's agree.")
    }
    return Finding(
      "server clock", .wrong, Words.clockSkew(.seconds(skew)) + ".", remedy: "sudo timedatectl set-ntp true")
  }
}
