import BabyAPI
import BabyModel

/// The cookie in which a page has its session's token, of which no script and no other site gets hold.
struct PageCookie: Sendable {
  let name: String
  private let isSecure: Bool

  init(_ approach: Approach) {
    switch approach {
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

  /// `Set-Cookie` with a token.
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
