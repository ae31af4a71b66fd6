import ArgumentParser
import BabyModel
import BabyStore
import Foundation
import Glibc
import Logging
import NIOCore
import Systemd
import UnixSignals

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

  // As the clients call it.
  @Flag(
    name: .customLong("insecure-http"),
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
        let address = "\(scheme)://\(urlAuthority(host, port))"
        logger.notice("listening at \(address)")
        Notify.ready(status: "Listening at \(address)")
      } onTrustListening: { [host, logger] port in
        logger.notice(
          "serving the page about trusting the certificate at http://\(urlAuthority(host, port))\(TrustRoutes.path)")
      } onOverdue: { [logger] in
        // Completed requests are on the disk.
        logger.error("did not end in time; dropping unfinished requests")
        _exit(1)
      }
    }
  }
}

/// How much one account, and all who share one child, may take of a server.
struct QuotaOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Changes that one account may make in a day, and that may be made to one child's log.", valueName: "number"))
  var dailyChanges = ServerLimits().dailyWrites

  @Option(
    help: ArgumentHelp(
      "MiB that one account may write in a day, and that may be written to one child's log.", valueName: "number"))
  var dailyMegabytes = ServerLimits().dailyBytes / mebibyte

  @Option(
    help: ArgumentHelp(
      "Sessions of one account; with one more, the one used longest ago ends.", valueName: "number"))
  var sessions = ServerLimits().sessions

  @Option(help: ArgumentHelp("Open invitations to one child.", valueName: "number"))
  var openInvitations = ServerLimits().openShares

  func validate() throws {
    let all = [
      ("--daily-changes", dailyChanges), ("--daily-megabytes", dailyMegabytes), ("--sessions", sessions),
      ("--open-invitations", openInvitations),
    ]
    for (name, value) in all where !(1...1_000_000_000).contains(value) {
      throw ValidationError("\(name) must be from 1 to 1000000000.")
    }
  }

  func apply(to limits: inout ServerLimits) {
    limits.dailyWrites = dailyChanges
    limits.dailyBytes = dailyMegabytes * mebibyte
    limits.sessions = sessions
    limits.openShares = openInvitations
  }
}

private let mebibyte = 1024 * 1024

/// Credentials from systemd in `$CREDENTIALS_DIRECTORY`, by `LoadCredential=` and the like: no secret is in an
/// argument, in the environment or in a file that others can read.
struct SystemdCredentials {
  private let directory: String?

  init(environment: [String: String]) { directory = environment["CREDENTIALS_DIRECTORY"] }

  /// Certificate chain and key for TLS, when both are there.
  var tls: ServerConfiguration.CertificateFiles? {
    guard let certificate = path("babybasics-server.crt"), let key = path("babybasics-server.key") else { return nil }
    return .init(certificate: certificate, key: key)
  }

  /// The account that is to be there: three lines with its e-mail address, its password, and its name.
  ///
  /// - Throws: `ServerStartFailure` when there are fewer.
  func account() throws -> NewAccount? {
    guard let path = path("babybasics-server.admin") else { return nil }
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    guard lines.count == 3 else {
      throw ServerStartFailure(
        "The credential babybasics-server.admin must have three lines: e-mail address, password, name.")
    }
    return NewAccount(email: lines[0], name: lines[2], password: lines[1])
  }

  private func path(_ name: String) -> String? {
    let path = directory.map { $0 + "/" + name }
    return path.flatMap { FileManager.default.fileExists(atPath: $0) ? $0 : nil }
  }
}
