import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import HTTPTypes
import Synchronization

/// A request from the page, whose session is in a cookie: the cookie's value, and its changes.
final class PageRequest: Sendable {
  private enum Change {
    case begun(String, device: String)
    case renewed
    case ended
  }

  /// The session's token; nil without a session.
  let token: String?
  /// The browser's secret, if it has signed in before.
  let device: String?
  /// Whether the browser accepts answers in gzip.
  let takesGzip: Bool
  private let hasCookie: Bool
  private let cookie: PageCookie
  private let lifetime: Duration
  private let change = Mutex<Change?>(nil)

  /// - Parameter lifetime: of an unused session.
  fileprivate init(_ headers: HTTPFields, _ cookie: PageCookie, lifetime: Duration) {
    let value = cookie.value(in: headers[values: .cookie])
    token = value.flatMap { Secrets.isToken($0) ? String($0) : nil }
    hasCookie = value != nil
    device = cookie.ofDevice.value(in: headers[values: .cookie]).flatMap { Secrets.isToken($0) ? String($0) : nil }
    takesGzip = accepts("gzip", headers[.acceptEncoding])
    self.cookie = cookie
    self.lifetime = lifetime
  }

  /// A session has begun: its token goes into the cookie, and nowhere else.
  ///
  /// - Parameter device: the browser's secret, which it keeps for as long as machines are known.
  func begin(_ token: String, device: String) { change.withLock { $0 = .begun(token, device: device) } }

  /// The session lives longer than the browser knows.
  func renew() { change.withLock { $0 = $0 ?? .renewed } }

  /// The session is over.
  func end() { change.withLock { $0 = .ended } }

  /// Nothing was done, so that all is as it was.
  func fail() { change.withLock { $0 = nil } }

  /// The server does not know the session: if a cookie names one, it goes.
  func endUnknownSession() { if hasCookie { end() } }

  /// The values of `Set-Cookie`; empty if the cookies stay as they are.
  var setCookies: [String] {
    switch change.withLock({ $0 }) {
    case .begun(let token, let device):
      [cookie.set(token, for: lifetime), cookie.ofDevice.set(device, for: ServerWriter.deviceLifetime)]
    case .renewed: token.map { [cookie.set($0, for: lifetime)] } ?? []
    case .ended: [cookie.cleared]
    case nil: []
    }
  }
}

/// A request that claims to come from the page, and whether it does.
enum PageRequestCheck: Sendable {
  /// It does not claim that, or has a bearer token, which takes precedence.
  case none
  case page(PageRequest)
  /// It is another site's page, or its cookie could be read on the network: treated as anonymous.
  case refused(APIError)

  /// - Parameter transport: how the request arrived, and whether the administrator allows that.
  init(_ headers: HTTPFields, lifetime: Duration, isPlainAllowed: Bool, transport: () -> TransportSecurity) {
    // Other sites cannot send this header: browsers would ask here first (CORS), and get no permission.
    guard headers[.babybasicsPage] == PageSession.headerValue, bearerToken(headers[.authorization]) == nil else {
      self = .none
      return
    }
    // Browsers that report the origin do so here.
    if let site = headers[.secFetchSite], site != "same-origin" {
      self = .refused(APIError(.forbidden, "Cross-site sign-in is not allowed."))
      return
    }
    let transport = transport()
    if case .plain = transport, !isPlainAllowed {
      self = .refused(APIError(.forbidden, "Over plain HTTP everybody could read the password. Use https."))
      return
    }
    self = .page(PageRequest(headers, PageCookie(transport), lifetime: lifetime))
  }

  var pageRequest: PageRequest? {
    if case .page(let pageRequest) = self { pageRequest } else { nil }
  }

  /// A refused page cannot begin a session, either.
  ///
  /// - Throws: `APIError`.
  func refuse(_ operation: Operation) throws(APIError) {
    if case .refused(let error) = self, operation.allErrors.contains(error.code), operation.access == .anybody {
      throw error
    }
  }
}

/// The token of `Authorization: Bearer`.
func bearerToken(_ header: String?) -> String? {
  guard let header, header.lowercased().hasPrefix("bearer ") else { return nil }
  return String(header.dropFirst("bearer ".count))
}

extension HTTPField.Name {
  fileprivate static let babybasicsPage = known(PageSession.header)
  fileprivate static let secFetchSite = known("Sec-Fetch-Site")
}
