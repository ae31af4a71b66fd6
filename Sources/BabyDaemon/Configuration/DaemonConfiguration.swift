public import BabyModel
import BabyProtocol
import Configuration
import Foundation
public import Logging

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
