import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// Data for a monitoring system: sizes and request counts. No names, no ids, no addresses.
struct Metrics: Sendable {
  private static let contentType = "application/openmetrics-text; version=1.0.0; charset=utf-8"

  let counts: RequestCounts
  let store: ServerStore

  func text(now: Instant) async throws -> String {
    let totals = try await store.read { try $0.totals(now: now) }
    var lines: [String] = []
    func gauge(_ name: String, _ help: String, _ value: String) {
      lines += ["# TYPE babybasics_\(name) gauge", "# HELP babybasics_\(name) \(help)", "babybasics_\(name) \(value)"]
    }
    gauge("accounts", "Accounts, disabled ones included.", "\(totals.accounts)")
    gauge("accounts_disabled", "Disabled accounts.", "\(totals.disabled)")
    gauge("children", "Children that were not removed.", "\(totals.children)")
    gauge("sessions", "Sessions that have not ended.", "\(totals.sessions)")
    gauge("sessions_in_use", "Sessions that were used within a day.", "\(totals.sessionsInUse)")
    gauge("database_bytes", "Size of the database.", "\(totals.bytes)")
    if let backup = BackupFolder(of: store.path).items.first {
      gauge("last_backup_timestamp_seconds", "When the last backup was made.", "\(backup.at.milliseconds / 1000)")
    }
    lines += ["# TYPE babybasics_requests counter", "# HELP babybasics_requests Requests by operation and status."]
    lines += counts.all.map { key, count in
      "babybasics_requests_total{operation=\"\(key.operation)\",status=\"\(key.status)\"} \(count)"
    }.sorted()
    lines += [
      "# TYPE babybasics_requests_from_memory counter",
      "# HELP babybasics_requests_from_memory Conditional requests that were answered without the database.",
      "babybasics_requests_from_memory_total \(counts.allFromMemory)", "# EOF",
    ]
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Metrics {
  /// Serves `/metrics` at a separate address, on a few connections: a monitoring system needs one.
  func listener(
    at address: MetricsAddress, limits: ServerLimits, eventLoops: any EventLoopGroup,
    now: @escaping @Sendable () -> Instant, logger: Logger
  ) -> some Service {
    var limits = limits
    limits.connections = ServerLimits.metricsConnections
    return HTTPListener(
      responder: CallbackResponder { (request: Request, _: BasicRequestContext) in
        guard request.uri.path == "/metrics", request.method == .get else { return Response(status: .notFound) }
        let text = try await self.text(now: now())
        return Response(
          status: .ok, headers: [.contentType: Self.contentType], body: .init(byteBuffer: .init(string: text)))
      },
      host: address.host, port: address.port, place: "for /metrics on \(address)",
      connections: HTTPConnections(
        most: limits.connectionsWithinDescriptors, mostOfOne: limits.connections, proxies: TrustedProxies(ranges: nil)),
      limits: limits, makingRoom: ServerLimits.metricsConnections, eventLoops: eventLoops, logger: logger)
  }
}

/// Where `/metrics` is served: `127.0.0.1:9464` or `[::1]:9464`.
struct MetricsAddress: Hashable, Sendable, CustomStringConvertible {
  let host: String
  let port: Int

  /// Nil if it is not an address and port.
  init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (1...65535).contains(port)
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard NetworkAddress(plain: host) != nil else { return nil }
    (self.host, self.port) = (String(host), port)
  }

  var description: String { urlAuthority(host, port) }
}

/// Host and port as URLs have them: `127.0.0.1:9464` or `[::1]:9464`.
func urlAuthority(_ host: String, _ port: Int) -> String {
  host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
}

/// How many requests were answered, and how, since the server was started.
final class RequestCounts: Sendable {
  struct Key: Hashable, Sendable {
    /// The operation's id; for requests outside the API, a fixed name such as `page.asset`.
    var operation: String
    var status: Int
  }

  private let counts = Mutex<[Key: Int]>([:])
  private let fromMemory = Atomic(0)

  func count(_ operation: Operation, _ status: Int) { count(operation.id, status) }

  func count(_ name: String, _ status: Int) {
    counts.withLock { $0[Key(operation: name, status: status), default: 0] += 1 }
  }

  /// Of conditional requests that needed no transaction, and are not taken apart to see what they ask.
  func countFromMemory() { fromMemory.add(1, ordering: .relaxed) }

  var all: [Key: Int] { counts.withLock { $0 } }

  var allFromMemory: Int { fromMemory.load(ordering: .relaxed) }
}
