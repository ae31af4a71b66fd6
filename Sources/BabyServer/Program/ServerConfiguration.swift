import BabyModel
import NIOCore
import SystemCalls

/// How large and how slow requests may be, and how many connections there are.
struct ServerLimits: Sendable {
  /// In bytes. An entry with the longest note has less than twice `TextLimits.note`, however it is escaped.
  var body = 256 * 1024
  /// In bytes: the approximate size of one page's entries. Twice as much as 500 ordinary entries; requests one after
  /// the other delay others only by a few milliseconds.
  var page = 256 * 1024
  /// In bytes: what one search looks through, about; for most families half a year. A client goes on from there.
  var search = 1024 * 1024
  /// From the beginning of a connection to its first request's head, with TLS before that; and from a head to the
  /// beginning of the answer.
  var request: TimeAmount = .seconds(30)
  /// For each piece of an answer to be taken.
  var write: TimeAmount = .seconds(30)
  /// Between two requests on one connection; a daemon asks every 30 seconds.
  var idle: TimeAmount = .seconds(75)
  /// From the server's last word to the client's; and for the rest of a request that was answered before it was there.
  var goodbye: TimeAmount = .seconds(5)
  /// The maximum number of pipelined requests on a connection. Our clients send none; a client that reads no answers
  /// could otherwise queue some ten thousand of them here.
  var requestsAhead = 16
  /// In bytes: what a connection's socket keeps of answers that are not read. Linux would let it grow to megabytes.
  var unread = 128 * 1024
  /// From the shutdown signal until the remaining connections are closed.
  var ending: TimeAmount = .seconds(5)
  /// At once; fewer when the process may not have as many descriptors.
  var connections = 4096
  /// At once from one network; this machine and trusted proxies may have any number.
  var connectionsOfOne = 64
  /// Streams of events of one account; the oldest ends when there are more.
  var streamsOfOne = 32
  /// The interval of heartbeats on an idle stream. Shorter than `request`, which each heartbeat restarts.
  var heartbeat: TimeAmount = .milliseconds(EventStreamSchedule.heartbeat.inMilliseconds)
  /// How often it is looked, while there are streams, whether another process has committed or a session has expired.
  var lookout: TimeAmount = .seconds(1)
  /// From telling of one change to telling of the next, at least.
  var newsInterval: Duration = .milliseconds(100)
  /// That one account shares, removed ones included.
  var children = 100
  /// Of one account; the one that was used longest ago ends when there are more.
  var sessions = 200
  /// Per child: unused links.
  var openShares = 20
  /// Per day, by one account and for one child: ten years of a diligent family, for imports.
  var dailyWrites = 100_000
  /// The same, in bytes; of each write a few hundred for what is kept beside it.
  var dailyBytes = 256 * 1024 * 1024
  /// How often what has outlived its time is forgotten.
  var pruning: Duration = .hours(24)
  /// How often it is looked whether it is time for a backup.
  var backups: Duration = .hours(1)
  /// How often it is looked whether the certificate has to be renewed.
  var certificates: Duration = .hours(6)
  /// How often it is written down when sessions were used, and how many requests there were.
  var usesWriting: Duration = .minutes(5)

  /// Threads that serve connections. Each has three descriptors, so that on a large machine one for each core would use
  /// up those that are reserved below; a family needs one.
  static let eventLoops = min(System.coreCount, 4)

  /// Descriptors for all but connections that have places: the database's files, the listening sockets, the event loops,
  /// what a handshake reads, connections that are being closed, and those for `/metrics`.
  private static let reservedDescriptors = 80

  /// Connections that are accepted beyond those that have places: for each of them one is being closed.
  static let connectionsMakingRoom = 16

  /// At once for `/metrics`; as many again are accepted, while others are being closed for them.
  static let metricsConnections = 8

  var connectionsWithinDescriptors: Int {
    SystemCalls.connections(within: descriptorLimit(), wanted: connections, keeping: Self.reservedDescriptors)
  }
}

struct ServerConfiguration: Sendable {
  var database: String
  var host = "127.0.0.1"
  /// 0 takes any port that is free.
  var port = 8080
  var tls: CertificateFiles?
  /// The origin of the certificate, if it is the family's own: it is renewed, and people get instructions for trusting
  /// it.
  var familyCertificates: CertificateFolder? { didSet { tls = familyCertificates?.files } }
  /// The port of these instructions in plain HTTP, beside https; 0 takes any free port.
  var trustPort: Int?
  /// Whether a proxy in front speaks TLS, and says where requests came from.
  var isBehindProxy = false
  /// The proxies that are believed, beside this machine's own.
  var trustedProxies: [AddressRange] = []
  var isPlainAllowed = false
  var registration = RegistrationMode.invited
  var passwordCost = PasswordCost(log2Rounds: 15)
  var sessionLifetime: Duration = .hours(180 * 24)
  /// Where `/metrics` is served; nil for nowhere.
  var metrics: MetricsAddress?
  var limits = ServerLimits()
  var push = PushConfiguration()

  struct CertificateFiles: Sendable {
    var certificate: String
    var key: String
    /// Of which they are, when they are the family's own.
    var folder: CertificateFolder?
  }

  /// Refuses to send passwords in the clear to a network.
  ///
  /// - Throws: `ServerStartFailure`.
  func validate() throws(ServerStartFailure) {
    guard trustPort == nil || familyCertificates != nil else {
      throw ServerStartFailure(
        """
        --trust-port serves instructions for trusting the family's own certificate, but there is none. To make one: \
        babybasics-server certificate
        """)
    }
    guard tls == nil, !isBehindProxy, !isPlainAllowed, !Self.isLoopback(host) else { return }
    throw ServerStartFailure(
      """
      Without TLS, passwords would cross the network from \(host) for everybody to read. Make a certificate with \
      babybasics-server certificate, or give --tls-certificate and --tls-key, or --behind-proxy when a proxy speaks TLS, \
      or --insecure-http if the network is really yours alone.
      """)
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || NetworkAddress(host)?.isLoopback == true
  }
}

/// Why the server did not start, in a sentence.
struct ServerStartFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  init(_ error: BabyError) {
    switch error {
    case .storeCorrupt(let path):
      description =
        "\(path) is damaged, or is not a family server's database. Move it away and put a backup in its place: "
        + "mv \(path.shellQuoted) \("\(path).damaged".shellQuoted); babybasics-server restore FILE"
    case .storeNewer(let path, let found, let supported):
      description =
        "\(path) was written by a newer version (tables \(found), this one supports \(supported)). Install that version."
    case .storeUnreleased(let path):
      description =
        "A build from before the first release wrote \(path), and this version cannot read it. Nothing was changed. To "
        + "start with an empty database, move it away: mv \(path.shellQuoted) \("\(path).unreleased".shellQuoted)"
    case .storeLocked(let path): description = "\(path) is locked by another process."
    case .storeReadOnly(let path): description = "\(path) cannot be written to."
    case .storeFull(let path): description = "There is no room on the disk for \(path)."
    case .storeFailed(let path, let reason): description = "\(path): \(reason)."
    case .restoreInvalid(let reason): description = reason
    default: description = "\(error)"
    }
  }
}
