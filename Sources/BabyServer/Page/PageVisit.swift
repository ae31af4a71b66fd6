import BabyAPI
import BabyModel
import BabyPage
import BabyStore
import HTTPTypes
import Synchronization

/// A request that comes from the page, whose session is in a cookie: what the cookie says, and what becomes of it.
final class PageVisit: Sendable {
  private enum Change {
    case begun(String, device: String)
    case renewed
    case ended
  }

  /// The session's token, as far as there is one.
  let token: String?
  /// The browser's secret, where somebody has signed in with it before.
  let device: String?
  /// Whether the browser takes answers that are packed.
  let takesGzip: Bool
  private let hasCookie: Bool
  private let cookie: PageCookie
  private let lifetime: Duration
  private let change = Mutex<Change?>(nil)

  /// - Parameter lifetime: of a session that nobody uses.
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

  /// The session that the cookie names is not there, if it names any.
  func isUnknown() { if hasCookie { end() } }

  /// What the browser is told in `Set-Cookie`; nothing when the cookies stay as they are.
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

/// Who says to be the page, and whether it is.
enum PageClaim: Sendable {
  /// It says nothing of the kind, or has a bearer token, which counts for more.
  case none
  case page(PageVisit)
  /// It is another site's page, or anybody could read its cookie on the way: it is nobody.
  case refused(APIError)

  /// - Parameter approach: how the request came, and whether whoever runs the server puts up with that.
  init(_ headers: HTTPFields, lifetime: Duration, isPlainAllowed: Bool, approach: () -> Approach) {
    // Other sites cannot send this header: browsers would ask here before, and are told nothing.
    guard headers[.babybasicsPage] == PageSession.headerValue, bearerToken(headers[.authorization]) == nil else {
      self = .none
      return
    }
    // Those that say where they come from say it here.
    if let site = headers[.secFetchSite], site != "same-origin" {
      self = .refused(APIError(.forbidden, "Another site must not sign in here."))
      return
    }
    let approach = approach()
    if case .plain = approach, !isPlainAllowed {
      self = .refused(APIError(.forbidden, "Over plain HTTP everybody could read the password. Use https."))
      return
    }
    self = .page(PageVisit(headers, PageCookie(approach), lifetime: lifetime))
  }

  var visit: PageVisit? {
    if case .page(let visit) = self { visit } else { nil }
  }

  /// Who is refused cannot begin a session, either.
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
