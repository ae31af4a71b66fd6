import BabyAPI
import BabyModel
import BabyProtocol
import HTTPTypes

/// The cookie in which a page has its session's token, of which no script and no other site gets hold.
struct PageCookie: Sendable {
  let name: String
  private let isSecure: Bool

  init(_ transport: TransportSecurity) {
    switch transport {
    case .encrypted: (name, isSecure) = (PageSession.cookie, true)
    // Over plain HTTP browsers keep no cookie that is secure, and this machine counts as secure for some of them alone.
    case .fromThisMachine, .plain: (name, isSecure) = (PageSession.plainCookie, false)
    }
  }

  /// The request's value under the cookie's name, whatever it is.
  ///
  /// - Parameter headers: the values of `Cookie`.
  /// - Returns: nil if there is none, and if there are two: it is unknown which one is ours.
  func value(in headers: some Sequence<String>) -> Substring? {
    var value: Substring?
    for header in headers {
      for pair in header.split(separator: ";") {
        let pair = pair.drop { $0 == " " }
        guard pair.hasPrefix(name), case let rest = pair.dropFirst(name.count), rest.first == "=" else { continue }
        guard value == nil else { return nil }
        value = rest.dropFirst()
      }
    }
    return value
  }

  func set(_ token: some StringProtocol, for lifetime: Duration) -> String {
    "\(name)=\(token); Path=/; Max-Age=\(lifetime.components.seconds)\(attributes)"
  }

  /// The cookie that identifies a browser that has signed in before: strangers' wrong guesses do not lock it out. It is
  /// worthless without the password, and stays when its session ends.
  var ofDevice: PageCookie { PageCookie(name: name + "-device", isSecure: isSecure) }

  private init(name: String, isSecure: Bool) { (self.name, self.isSecure) = (name, isSecure) }

  /// `Set-Cookie` that has the browser forget it.
  var cleared: String { "\(name)=; Path=/; Max-Age=0\(attributes)" }

  private var attributes: String { (isSecure ? "; Secure" : "") + "; HttpOnly; SameSite=Strict" }
}

/// How a request has come here, as far as others could read it on the way.
enum TransportSecurity: Sendable {
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
