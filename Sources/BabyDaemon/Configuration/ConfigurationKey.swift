import BabyModel
import BabyProtocol
import Logging

/// The one list of what can be configured: names, defaults, and what values are allowed.
///
/// `log.level` is `--log-level` as a flag, `BABYBASICS_LOG_LEVEL` in the environment, and `level` under `log` in the
/// file.
struct ConfigurationKey: Sendable {
  let name: String
  let summary: String
  /// What is wrong with a value, as a sentence without the key; nil for a good one.
  let complaint: @Sendable (String) -> String?

  var environmentVariable: String { "BABYBASICS_" + name.uppercased().replacing(".", with: "_") }
  var flag: String { "--" + name.replacing(".", with: "-") }

  static let socket = ConfigurationKey(name: "socket", summary: "Path of the socket.") { path in
    if !path.hasPrefix("/") { return "must be an absolute path" }
    return path.utf8.count <= StandardPaths.longestSocketPath
      ? nil : "must have at most \(StandardPaths.longestSocketPath) bytes, as Unix sockets demand"
  }

  static let data = ConfigurationKey(name: "data", summary: "Directory of the databases.") { path in
    path.hasPrefix("/") ? nil : "must be an absolute path"
  }

  static let logLevel = ConfigurationKey(name: "log.level", summary: "How much is logged: trace to critical.") {
    level in
    Logger.Level(rawValue: level) != nil
      ? nil : "must be one of " + Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
  }

  static let maxConnections = ConfigurationKey(
    name: "connections.max", summary: "How many clients may be connected at once."
  ) { number in
    Int(number).map { (1...10_000).contains($0) } ?? false ? nil : "must be a whole number between 1 and 10000"
  }

  static let connectionsPerUser = ConfigurationKey(
    name: "connections.user",
    summary: "How many of them may be one user's, where several share the daemon; its own and root may have all."
  ) { number in
    Int(number).map { (1...10_000).contains($0) } ?? false ? nil : "must be a whole number between 1 and 10000"
  }

  static let serverURL = ConfigurationKey(
    name: "server.url", summary: "The family server to offer at the first login."
  ) { url in
    (try? ServerAddress(url)) == nil
      ? "must be the address of a server, with https beyond this machine: https://baby.example.org" : nil
  }

  static let serverCertificates = ConfigurationKey(
    name: "server.certificates", summary: "PEM file with authorities to trust beside the system's."
  ) { path in path.hasPrefix("/") ? nil : "must be an absolute path" }

  static let all = [socket, data, logLevel, maxConnections, connectionsPerUser, serverURL, serverCertificates]
}
