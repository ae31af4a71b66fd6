import HTTPTypes

/// How a request has come here, as far as others could read it on the way.
enum Approach: Sendable {
  /// By TLS, here or at a proxy that is trusted.
  case encrypted
  /// Over no network at all.
  case fromThisMachine
  /// Others on the network may have read it.
  case plain

  /// - Parameters:
  ///   - hasTLS: whether this server speaks TLS itself.
  ///   - peer: whose connection it is.
  init(_ headers: HTTPFields, hasTLS: Bool, peer: NetworkAddress?, proxies: TrustedProxies) {
    if hasTLS {
      self = .encrypted
    } else if proxies.contains(peer), Self.forwarding.contains(where: { headers.contains($0) }) {
      // Only https if all proxies on the way report it.
      let protocols = headers[values: .forwardedProto].flatMap { $0.split(separator: ",") }
      let isEncrypted = !protocols.isEmpty && protocols.allSatisfy { $0.filter { $0 != " " }.lowercased() == "https" }
      self = isEncrypted ? .encrypted : .plain
    } else {
      self = peer?.isLoopback == true ? .fromThisMachine : .plain
    }
  }

  /// The headers of proxies. Without any of them, a request from this machine is direct.
  private static let forwarding: [HTTPField.Name] = [.forwardedProto, .forwardedFor]
}

extension HTTPField.Name {
  static let forwardedFor = known("X-Forwarded-For")
  static let forwardedProto = known("X-Forwarded-Proto")

  static func known(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is not a header's name.") }
    return name
  }
}
