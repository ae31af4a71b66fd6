public import ArgumentParser
import BabyProtocol
import BabySocket
import Foundation
import Logging
import NIOCore
import NIOPosix
import SystemCalls
import Systemd

/// `babybasicsd` as it is started.
public struct DaemonCommand: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "babybasicsd",
    abstract: "Keeps a baby's log and serves bbctl and other clients over a Unix socket.",
    discussion: """
      Without an account, it works only with its own SQLite file. Options override the environment \
      (BABYBASICS_SOCKET and so on), which overrides config.yaml, which overrides the defaults.
      """,
    version: versionText)

  @Option(help: ArgumentHelp("Read only this configuration file.", valueName: "path"))
  var config: String?

  @Flag(help: "Check the configuration, print the values in effect, and exit.")
  var checkConfig = false

  @Option(help: ArgumentHelp(ConfigurationKey.socket.summary, valueName: "path"))
  var socket: String?

  @Option(help: ArgumentHelp(ConfigurationKey.data.summary, valueName: "path"))
  var data: String?

  @Option(help: ArgumentHelp(ConfigurationKey.logLevel.summary, valueName: "level"))
  var logLevel: String?

  @Option(
    name: .customLong("connections-max"),
    help: ArgumentHelp(ConfigurationKey.maxConnections.summary, valueName: "number"))
  var maxConnections: String?

  @Option(
    name: .customLong("connections-user"),
    help: ArgumentHelp(ConfigurationKey.connectionsPerUser.summary, valueName: "number"))
  var connectionsPerUser: String?

  @Option(
    name: .customLong("server-url"),
    help: ArgumentHelp(ConfigurationKey.serverURL.summary, valueName: "url"))
  var serverURL: String?

  @Option(help: ArgumentHelp(ConfigurationKey.serverCertificates.summary, valueName: "path"))
  var serverCertificates: String?

  public init() {}

  /// Runs the command on an event loop, where all its tasks stay, and ends the process.
  @MainActor
  public static func run() async {
    ProcessSetup.apply()
    await withTaskExecutorPreference(EventLoopTaskExecutor(eventLoop)) {
      // Parsing takes milliseconds of a start, also where there is nothing to parse, as in a service.
      guard CommandLine.arguments.count == 1 else { return await main() }
      do { try await start() } catch { exit(withError: error) }
    }
  }

  private static let eventLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()

  public func run() async throws { try await Self.start(flags: flags, file: config, checksOnly: checkConfig) }

  private static func start(flags: [String: String] = [:], file: String? = nil, checksOnly: Bool = false) async throws {
    let environment = withHome(ProcessInfo.processInfo.environment)
    let read = { @Sendable () throws(ConfigurationError) -> DaemonConfiguration in
      try DaemonConfiguration(flags: flags, file: file, environment: environment)
    }
    let configuration: DaemonConfiguration
    do { configuration = try read() } catch {
      throw refusal(StartFailure(message: error.description, status: .configuration), tells: !checksOnly)
    }
    let places = [configuration.data, configuration.socket]
    if environment["HOME"] == nil, places.contains(where: { $0.hasPrefix("/.local/") }) {
      let message = "This user has no home directory to keep the log in: set HOME, or --data and --socket."
      throw refusal(StartFailure(message: message, status: .configuration), tells: !checksOnly)
    }
    if checksOnly {
      print(configuration.summary)
      return
    }
    do {
      try await Daemon.runProcess(configuration, environment: environment, eventLoop: eventLoop, reload: read)
    } catch let failure as StartFailure {
      throw refusal(failure)
    }
  }

  private var flags: [String: String] {
    let given: [(ConfigurationKey, String?)] = [
      (.socket, socket), (.data, data), (.logLevel, logLevel), (.maxConnections, maxConnections),
      (.connectionsPerUser, connectionsPerUser), (.serverURL, serverURL), (.serverCertificates, serverCertificates),
    ]
    return given.reduce(into: [:]) { $0[$1.0.name] = $1.1 }
  }

  /// The environment with `HOME` set to the user's home directory if the daemon was started without it.
  private static func withHome(_ environment: [String: String]) -> [String: String] {
    var environment = environment
    environment["HOME"] = homeFolder(variable: environment["HOME"])
    return environment
  }

  /// - Parameter tells: whether the service manager is notified.
  private static func refusal(_ failure: StartFailure, tells: Bool = true) -> ExitCode {
    if tells { Notify.failed(status: failure.description, code: failure.systemError) }
    if Journal.isStandardError {
      let logger = Logger(label: "babybasicsd") { DaemonLogHandler(label: $0, level: LogLevel(.info)) }
      // Checked under a service manager, it is one that was to be read again: see ExecReload= of the units.
      logger.error("\(failure)", event: tells ? .startRefused : .configurationRefused)
    } else {
      FileHandle.standardError.write(Data("babybasicsd: \(failure)\n".utf8))
    }
    return ExitCode(failure.status.rawValue)
  }
}
