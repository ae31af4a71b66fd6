import HTTPTypes
import NIOCore

/// The response to a request for the page.
struct PageAnswer: Sendable {
  /// The name for counting: `page.document`, `page.asset`.
  let name: String
  let status: HTTPResponse.Status
  let headers: HTTPFields
  /// Empty if there is none.
  let body: ByteBuffer

  init(_ name: String, _ status: HTTPResponse.Status, _ headers: HTTPFields, body: ByteBuffer = ByteBuffer()) {
    self.name = name
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// An asset of another version, or none at all. It must not be cached: the next server may have it.
  static let notThere = PageAnswer("page.asset", .notFound, closed + [.cacheControl: "no-store"])

  static func onlyToBeRead(_ name: String) -> PageAnswer {
    PageAnswer(name, .methodNotAllowed, closed + [.cacheControl: "no-store", .allow: "GET, HEAD"])
  }

  /// The headers of every response: no content sniffing, and no access by other sites.
  static let own: HTTPFields = [
    .xContentTypeOptions: "nosniff",
    name("Cross-Origin-Resource-Policy"): "same-origin",
  ]

  /// And for what runs something or is looked at by itself: nothing is run or shown that is not of this server.
  static let closed: HTTPFields =
    own + [
      .contentSecurityPolicy: "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      name("Referrer-Policy"): "no-referrer",
      name("Cross-Origin-Opener-Policy"): "same-origin",
    ]

  static func name(_ text: String) -> HTTPField.Name {
    guard let name = HTTPField.Name(text) else { preconditionFailure("\(text) is not a header's name.") }
    return name
  }
}

extension HTTPFields {
  static func + (fields: HTTPFields, more: HTTPFields) -> HTTPFields {
    var all = fields
    all.append(contentsOf: more)
    return all
  }
}
