import BabyModel
import BabyProtocol
import Logging

/// The only list of configuration keys: names, defaults, and valid values.
///
/// `log.level` is `--log-level` as a flag, `BABYBASICS_LOG_LEVEL` in the environment, and `level` under `log` in the
/// file.
struct ConfigurationKey: Sendable {
  let name: String
  let summary: String
  /// The problem with a value, as a sentence without the key; nil if it is valid.
  let complaint: @Sendable (String) -> String?

  var environmentVariable: String { "BABYBASICS_" + name.uppercased().replacing(".", with: "_") }
  var flag: String { "--" + name.replacing(".", with: "-") }

  static let socket = ConfigurationKey(name: "socket", summary: "The socket's path.") { path in
    if !path.hasPrefix("/") { return "must be an absolute path" }
    return path.utf8.count <= StandardPaths.longestSocketPath
      ? nil : "must have at most \(StandardPaths.longestSocketPath) bytes, the limit of Unix sockets"
  }

  static let data = ConfigurationKey(name: "data", summary: "The directory for the databases.") { path in
    path.hasPrefix("/") ? nil : "must be an absolute path"
  }

  static let logLevel = ConfigurationKey(
    name: "log.level", summary: "The least severe messages to log, from trace to critical."
  ) {
    level in
    Logger.Level(rawValue: level) != nil
      ? nil : "must be one of " + Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
  }

  static let maxConnections = ConfigurationKey(
    name: "connections.max", summary: "How many clients can be connected at the same time."
  ) { number in
    Int(number).map { (1...10_000).contains($0) } ?? false ? nil : "must be a whole number between 1 and 10000"
  }

  static let connectionsPerUser = ConfigurationKey(
    name: "connections.user",
    summary: "How many of them one user can have on a shared daemon; its own user and root can have all of them."
  ) { number in
    Int(number).map { (1...10_000).contains($0) } ?? false ? nil : "must be a whole number between 1 and 10000"
  }

  static let serverURL = ConfigurationKey(
    name: "server.url", summary: "The family server to suggest at the first login."
  ) { url in
    (try? ServerAddress(url)) == nil
      ? "must be a server's address, with https unless it is this machine: https://baby.example.org" : nil
  }

  static let serverCertificates = ConfigurationKey(
    name: "server.certificates", summary: "A PEM file of certificate authorities to trust in addition to the system's."
  ) { path in path.hasPrefix("/") ? nil : "must be an absolute path" }

  static let all = [socket, data, logLevel, maxConnections, connectionsPerUser, serverURL, serverCertificates]
}
