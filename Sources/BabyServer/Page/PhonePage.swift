import HTTPTypes
import Hummingbird
import NIOCore

/// The phone page: which of its files lies where, and how each is answered.
///
/// Documents, the worker and the manifest keep their addresses and are revalidated each time; everything else has the
/// version in its address, is cached for good, and does not exist in any other version.
struct PhonePage: Sendable {
  private struct Place: Sendable {
    let file: ServedFile
    /// The replacement if the connection can be read by others.
    var overPlainHTTP: ServedFile?
    /// For counting: by kind, because versions come and go.
    let name: String
  }

  private let places: [Substring: Place]

  init() {
    let plain = Self.assets.first { $0.path == "plain.html" }.map { ServedFile($0, isFresh: true) }
    var places: [Substring: Place] = [:]
    for asset in Self.assets {
      switch asset.path {
      case "plain.html": break
      case "index.html":
        let file = ServedFile(asset, isFresh: true, [.known("Link"): Self.needed])
        places["/"] = Place(file: file, overPlainHTTP: plain, name: "page.document")
      case "worker.js", "manifest.webmanifest":
        let name = "page.\(asset.path.prefix { $0 != "." })"
        places["/\(asset.path)"] = Place(file: ServedFile(asset, isFresh: true), name: name)
      default:
        let file = ServedFile(asset, isFresh: false)
        places["\(Self.folder)\(Self.version)/\(asset.path)"] = Place(file: file, name: "page.asset")
      }
    }
    self.places = places
  }

  private static let folder = "/page/"

  /// The files that the document needs, so that browsers fetch them before they have parsed it (RFC 8288).
  private static let needed = [
    ("app/ui/early.js", "preload; as=script"), ("style/page.css", "preload; as=style"),
    ("app/main.js", "modulepreload"),
  ].map { "<\(folder)\(version)/\($0)>; rel=\($1)" }.joined(separator: ", ")

  /// Nil for a request that is about something else.
  ///
  /// - Parameter isSecure: whether the connection cannot be read by others, or the administrator allows it.
  func answer(_ request: HTTPRequest, isSecure: @autoclosure () -> Bool) -> PageAnswer? {
    guard let path = request.path?.prefix(while: { $0 != "?" }) else { return nil }
    guard let place = places[path] else { return path.hasPrefix(Self.folder) ? .notThere : nil }
    guard request.method == .get || request.method == .head else { return .onlyToBeRead(place.name) }
    let file = if let plain = place.overPlainHTTP, !isSecure() { plain } else { place.file }
    return file.answer(request, name: place.name)
  }
}

/// Routes beside the API, from memory: the phone page, and the instructions for trusting the server.
struct PageRoutes: Sendable {
  /// Whether the administrator allows plain HTTP.
  let isPlainAllowed: Bool
  let trust: TrustRoutes
  let counts: RequestCounts
  let page = PhonePage()

  /// Nil for a request that is about something else.
  func response(to request: Request, transport: @autoclosure () -> TransportSecurity) -> Response? {
    if let response = trust.response(to: request) {
      counts.count(TrustRoutes.name, response.status.code)
      return response
    }
    guard let answer = page.answer(request.head, isSecure: isPlainAllowed || transport() != .plain) else { return nil }
    counts.count(answer.name, answer.response.status.code)
    return answer.response
  }
}

/// The response to a request for the page.
struct PageAnswer: Sendable {
  /// The name for counting: `page.document`, `page.asset`.
  let name: String
  let response: Response

  init(_ name: String, _ status: HTTPResponse.Status, _ headers: HTTPFields, body: ByteBuffer = ByteBuffer()) {
    self.name = name
    response = Response(status: status, headers: headers, body: .init(body))
  }

  /// An asset of another version, or none at all. It must not be cached: the next server may have it.
  static let notThere = PageAnswer("page.asset", .notFound, closed + [.cacheControl: "no-store"])

  static func onlyToBeRead(_ name: String) -> PageAnswer {
    PageAnswer(name, .methodNotAllowed, closed + [.cacheControl: "no-store", .allow: "GET, HEAD"])
  }

  /// The headers of every response: no content sniffing, and no access by other sites.
  static let own: HTTPFields = [
    .xContentTypeOptions: "nosniff",
    .known("Cross-Origin-Resource-Policy"): "same-origin",
  ]

  /// And for what runs something or is looked at by itself: nothing is run or shown that is not of this server.
  static let closed: HTTPFields =
    own + [
      .contentSecurityPolicy: "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
      .known("Referrer-Policy"): "no-referrer",
      .known("Cross-Origin-Opener-Policy"): "same-origin",
    ]
}

extension HTTPFields {
  static func + (fields: HTTPFields, more: HTTPFields) -> HTTPFields {
    var all = fields
    all.append(contentsOf: more)
    return all
  }
}
