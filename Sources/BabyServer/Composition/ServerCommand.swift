public import ArgumentParser
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Glibc
import Logging
import NIOCore
import SystemCalls
import Systemd
import UnixSignals

/// `babybasics-server` as it is started.
public struct ServerCommand: AsyncParsableCommand {
  public static let configuration = CommandConfiguration(
    commandName: "babybasics-server",
    abstract: "Lets several caregivers and machines share a baby's log over HTTP.",
    version: version,
    subcommands: [
      ServeCommand.self, CertificateCommand.self, FirstCodeCommand.self, UserCommand.self, StatusCommand.self,
      BackupCommand.self, RestoreCommand.self,
    ],
    defaultSubcommand: ServeCommand.self)

  public init() {}

  /// Runs the command and ends the process.
  public static func run() async {
    if let message = unknownCommand(in: Array(CommandLine.arguments.dropFirst())) {
      FileHandle.standardError.write(Data("babybasics-server: \(message)\n".utf8))
      Glibc.exit(ExitCode.validationFailure.rawValue)
    }
    await main()
  }

  /// The same for tests, which have a push service of their own: no argument can name one.
  ///
  /// - Parameter service: its origin, such as `http://127.0.0.1:4711`.
  package static func run(pushingTo service: String) async {
    await $pushServices.withValue(.testing(service)) { await main() }
  }

  @TaskLocal static var pushServices = PushServices.browsers
}

/// Where the database is.
struct DatabaseOption: ParsableArguments {
  @Option(help: ArgumentHelp("The server's SQLite database.", valueName: "path"))
  var database: String?

  /// Under systemd the unit's state directory, else where XDG puts data.
  var path: String {
    let environment = ProcessInfo.processInfo.environment
    if let database { return database }
    if let state = environment["STATE_DIRECTORY"], !state.isEmpty { return state + "/server.db" }
    let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = homeFolder(variable: environment["HOME"]) ?? ""
    return (data ?? home + "/.local/share") + "/babybasics/server.db"
  }

  /// To be typed after another command, wherever that is, so that it finds this database; empty if it does anyway.
  var forOtherCommands: String {
    let isFound = database == nil && (ProcessInfo.processInfo.environment["STATE_DIRECTORY"] ?? "").isEmpty
    return isFound ? "" : " --database " + URL(filePath: path).path.shellQuoted
  }

  /// Opens the database for one command, beside a server that may be running.
  ///
  /// - Parameters:
  ///   - isMade: whether a database that is not there is made; else the command is refused, because it would work on an
  ///     empty one.
  ///   - isOnlyRead: whether the command changes nothing: then it works where nothing can be written, as on a full disk.
  func withStore<Value>(
    isMade: Bool = false, isOnlyRead: Bool = false, _ body: (ServerStore) async throws -> Value
  ) async throws -> Value {
    try await explaining {
      guard isMade || FileManager.default.fileExists(atPath: path) else {
        throw ServerStartFailure("No database at \(path). Give its path with --database.")
      }
      let store = try open(isOnlyRead: isOnlyRead)
      let value = try await body(store)
      try store.close()
      return value
    }
  }

  private func open(isOnlyRead: Bool) throws(BabyError) -> ServerStore {
    do throws(BabyError) { return try ServerStore.open(path: path, now: .systemNow) } catch {
      if isOnlyRead, let store = try? ServerStore.openReadOnly(path: path) { return store }
      throw error
    }
  }
}

/// Says what went wrong in a sentence, and exits with 1.
func explaining<Value>(_ body: () async throws -> Value) async throws -> Value {
  func fail(_ failure: ServerStartFailure) -> ExitCode {
    Notify.failed(status: failure.description, code: nil)
    FileHandle.standardError.write(Data("\(ServerLogHandler.prefix(.error))\(failure)\n".utf8))
    return ExitCode(1)
  }
  do { return try await body() } catch let failure as ServerStartFailure { throw fail(failure) } catch let error
    as BabyError
  { throw fail(ServerStartFailure(error)) }
}

extension RegistrationMode: ExpressibleByArgument {}

/// How much work a password's hash is.
struct CostOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("The cost of hashing passwords: scrypt's N is 2 to this power, 10 to 20.", valueName: "number"))
  var scryptCost = 15

  var value: PasswordCost { PasswordCost(log2Rounds: scryptCost) }

  func validate() throws {
    guard PasswordCost.range.contains(scryptCost) else { throw ValidationError("--scrypt-cost must be from 10 to 20.") }
  }
}

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve the HTTP API and the page for phones. This is the default subcommand.",
    discussion: """
      By default, only this machine can reach it. For other machines it needs TLS, here or at a proxy in front. When \
      `certificate` has made one, it is used, unless another one is given, or --behind-proxy or --insecure-http.
      """)

  @OptionGroup var database: DatabaseOption

  @Option(
    help: ArgumentHelp(
      "Address to listen on; 0.0.0.0 and :: mean all of this machine's addresses.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("Port to listen on; 0 picks a free one.", valueName: "number"))
  var port = 8080

  @Option(help: ArgumentHelp("Certificate chain for TLS, in PEM.", valueName: "path"))
  var tlsCertificate: String?

  @Option(help: ArgumentHelp("The certificate's key, in PEM.", valueName: "path"))
  var tlsKey: String?

  @Option(
    help: ArgumentHelp(
      "Serve the page about trusting the certificate over plain HTTP at this port, and redirect everything else "
        + "to https; default: only at /trust by https.", valueName: "number"))
  var trustPort: Int?

  @Flag(
    help:
      "Trust the X-Forwarded-For and X-Forwarded-Proto headers of a TLS proxy on this machine."
  )
  var behindProxy = false

  @Option(
    help: ArgumentHelp(
      "Trust a proxy on another machine in the same way; may be repeated. No others are trusted.",
      valueName: "address[/bits]"),
    transform: { text in
      guard let range = AddressRange(text) else {
        throw ValidationError("--trusted-proxy must be an address, such as 192.0.2.7 or 192.0.2.0/24.")
      }
      return range
    })
  var trustedProxy: [AddressRange] = []

  // As the clients call it; the other name is that of earlier versions.
  @Flag(
    name: [.customLong("insecure-http"), .customLong("plain-http")],
    help:
      "Listen on a public address without TLS, and serve the page there: everyone on the network can read passwords.")
  var insecureHTTP = false

  @Option(
    help: ArgumentHelp(
      "Who may register: open, everybody; invited, people with a code from `first-code`, `user invite` or a "
        + "share; closed, no one (use `user add`).", valueName: "open|invited|closed"))
  var registration: RegistrationMode?

  @Flag(help: "Accept no registrations: the same as --registration closed.")
  var noRegistration = false

  @OptionGroup var cost: CostOption

  @OptionGroup var quotas: QuotaOptions

  @Option(help: ArgumentHelp("Days until an unused session expires, 1 to 3650.", valueName: "number"))
  var sessionDays = 180

  @Option(
    help: ArgumentHelp(
      "Serve /metrics in OpenMetrics text, without names, at this address; default: off.",
      valueName: "address:port"),
    transform: { text in
      guard let address = MetricsAddress(text) else {
        throw ValidationError("--metrics must be an address and a port, such as 127.0.0.1:9464.")
      }
      return address
    })
  var metrics: MetricsAddress?

  @Option(
    help: ArgumentHelp(
      "Contact of this server's administrator, sent to push services; default: \(PushContact.anonymous), which "
        + "identifies no one.",
      valueName: "mailto:address|https:address"),
    transform: { text in
      guard let contact = PushContact(text) else {
        throw ValidationError("--push-contact must be an address, such as mailto:anna@example.org.")
      }
      return contact
    })
  var pushContact: PushContact?

  func validate() throws {
    guard (0...65535).contains(port) else { throw ValidationError("--port must be from 0 to 65535.") }
    guard (0...65535).contains(trustPort ?? 0), trustPort != port || port == 0 else {
      throw ValidationError("--trust-port must be from 0 to 65535, and another one than --port.")
    }
    guard (tlsCertificate == nil) == (tlsKey == nil) else {
      throw ValidationError("--tls-certificate and --tls-key belong together.")
    }
    guard !noRegistration || registration ?? .closed == .closed else {
      throw ValidationError("--no-registration and --registration contradict each other.")
    }
    guard (1...3650).contains(sessionDays) else { throw ValidationError("--session-days must be from 1 to 3650.") }
  }

  func run() async throws {
    try await explaining {
      var configuration = ServerConfiguration(database: database.path)
      configuration.host = host
      configuration.port = port
      let credentials = SystemdCredentials(environment: ProcessInfo.processInfo.environment)
      configuration.tls = credentials.tls
      if let tlsCertificate, let tlsKey { configuration.tls = .init(certificate: tlsCertificate, key: tlsKey) }
      configuration.isBehindProxy = behindProxy || !trustedProxy.isEmpty
      configuration.trustedProxies = trustedProxy
      configuration.isPlainAllowed = insecureHTTP
      let folder = CertificateFolder(besides: self.database.path)
      if configuration.tls == nil, !configuration.isBehindProxy, !insecureHTTP, folder.isThere {
        configuration.familyCertificates = folder
      }
      configuration.trustPort = trustPort
      configuration.registration = noRegistration ? .closed : registration ?? .invited
      configuration.passwordCost = cost.value
      configuration.metrics = metrics
      quotas.apply(to: &configuration.limits)
      configuration.push.contact = pushContact ?? .anonymous
      configuration.push.services = ServerCommand.pushServices
      configuration.sessionLifetime = .hours(24 * sessionDays)
      let logger = Logger(label: "babybasics-server") { ServerLogHandler(label: $0) }
      NIOSingletons.groupLoopCountSuggestion = ServerLimits.eventLoops
      let server = try FamilyServer(configuration, logger: logger) { .systemNow }
      if let user = try await credentials.account()?.add(to: server.store, cost: configuration.passwordCost) {
        logger.notice("added the account from the credential", metadata: ["user": "\(user.id)"])
      }
      if configuration.registration == .invited, try await !server.store.read({ try $0.hasUsers() }) {
        logger.notice(
          """
          there is no account yet; this prints the code for the first one: \
          babybasics-server first-code\(database.forOtherCommands)
          """)
      }
      let scheme = configuration.tls == nil ? "http" : "https"
      try await server.run(ending: [.sigterm, .sigint], reloading: [.sighup]) { [host, logger] port in
        let address = host.contains(":") ? "[\(host)]" : host
        logger.notice("listening at \(scheme)://\(address):\(port)")
        Notify.ready(status: "Listening at \(scheme)://\(address):\(port)")
      } onTrustListening: { [host, logger] port in
        let address = host.contains(":") ? "[\(host)]" : host
        logger.notice("telling how to trust it at http://\(address):\(port)\(TrustRoutes.path)")
      } onOverdue: { [logger] in
        // Completed requests are on the disk.
        logger.error("did not end in time; dropping unfinished requests")
        _exit(1)
      }
    }
  }
}

extension Instant {
  /// The system's wall clock. Only for the composition; everything else is handed the time.
  static var systemNow: Instant { Instant(milliseconds: SystemClock.wallMilliseconds) }
}
