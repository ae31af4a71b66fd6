public import BabyModel
import BabyProtocol
import Configuration
import Foundation
public import Logging
import SystemCalls

/// The daemon's configuration.
public struct DaemonConfiguration: Hashable, Sendable {
  public var socket: String
  /// Directory of the databases.
  public var data: String
  public var logLevel: Logger.Level
  public var maxConnections: Int
  /// For one user who is neither the daemon's own nor root.
  public var connectionsPerUser: Int
  /// The default server for a login; nil for none.
  public var server: ServerAddress?
  /// PEM file with authorities to trust beside the system's.
  public var certificateAuthorities: String?
  /// The file that was read, if there was one.
  public var file: String?

  /// Flags go before the environment, the environment before the file, the file before the defaults.
  ///
  /// swift-configuration decides which source wins. The sources are read beforehand, because an unknown key or a bad
  /// value has to be refused with its place, and a `ConfigReader` knows neither.
  ///
  /// - Parameters:
  ///   - flags: values by the key's name.
  ///   - file: named by `--config`; it has to exist. Without it `BABYBASICS_CONFIG` names one, else the first of the
  ///     standard files that exists is read.
  /// - Throws: `ConfigurationError` for the first thing that is wrong, also in a source that another one overrides.
  public init(flags: [String: String], file: String?, environment: [String: String]) throws(ConfigurationError) {
    let paths = StandardPaths(environment: environment)
    let named = file ?? environment[ConfigurationSource.configVariable].flatMap { $0.isEmpty ? nil : $0 }
    let found = named ?? paths.configurationFiles.first { FileManager.default.fileExists(atPath: $0) }
    var sources = [try ConfigurationSource(flags: flags), try ConfigurationSource(environment: environment)]
    if let found {
      let text: String
      do { text = try String(contentsOfFile: found, encoding: .utf8) } catch {
        throw .unreadable(file: found, reason: error.localizedDescription)
      }
      sources.append(try ConfigurationSource(yaml: text, file: found))
    }
    let reader = ConfigReader(providers: sources.map(\.provider))
    func value(_ key: ConfigurationKey, default fallback: String) -> String {
      reader.string(forKey: ConfigKey(key.name), default: fallback)
    }
    // A unit of systemd's names the places of a daemon that is the system's.
    let runtime = environment["RUNTIME_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 + "/daemon.sock" }
    socket = value(.socket, default: runtime ?? paths.socket)
    data = value(.data, default: environment["STATE_DIRECTORY"].flatMap { $0.isEmpty ? nil : $0 } ?? paths.data)
    logLevel = Logger.Level(rawValue: value(.logLevel, default: "info")) ?? .info
    maxConnections = Int(value(.maxConnections, default: "256")) ?? 256
    connectionsPerUser = Int(value(.connectionsPerUser, default: "64")) ?? 64
    server = reader.string(forKey: ConfigKey(ConfigurationKey.serverURL.name)).flatMap { try? ServerAddress($0) }
    certificateAuthorities = reader.string(forKey: ConfigKey(ConfigurationKey.serverCertificates.name))
    self.file = found
  }
}

extension ConfigurationSource {
  fileprivate var provider: any ConfigProvider {
    let values = values.map { (AbsoluteConfigKey($0.key.split(separator: ".").map(String.init)), $0.value.text) }
    return InMemoryProvider(
      name: name,
      values: Dictionary(uniqueKeysWithValues: values.map { ($0.0, ConfigValue(.string($0.1), isSecret: false)) }))
  }
}

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

extension DaemonConfiguration {
  /// The effective configuration, as printed by `--check-config`.
  var summary: String {
    values.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }

  /// The effective configuration, without the name of the home directory.
  var redacted: [DaemonDiagnostics.ConfigurationValue] {
    redacted(
      homes: [NSHomeDirectory(), ProcessInfo.processInfo.environment["HOME"], homeOfThisUser()].compactMap(\.self))
  }

  /// - Parameter known: folders whose names are hidden.
  func redacted(homes known: [String]) -> [DaemonDiagnostics.ConfigurationValue] {
    // The longest first, for one may lie in the other.
    let homes = Set(known).filter { $0.hasPrefix("/") && $0 != "/" }.sorted { $0.count > $1.count }
    return values.map { key, value in
      .init(key: key, value: homes.reduce(value) { $0.replacing($1, with: "~") })
    }
  }

  private var values: [(key: String, value: String)] {
    [
      ("file", file ?? "none"), ("socket", socket), ("data", data), ("log.level", logLevel.rawValue),
      ("connections.max", "\(maxConnections)"), ("connections.user", "\(connectionsPerUser)"),
      ("server.url", server.map { "\($0)" } ?? "none"),
      ("server.certificates", certificateAuthorities ?? "none"),
    ]
  }
}
