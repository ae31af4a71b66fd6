import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization
import SystemCalls

/// `/trust` and below: how to trust the family's authority, and the authority's certificate. It is public, because it
/// is needed before there can be a session.
final class TrustRoutes: Sendable {
  private struct Cache {
    var version: FileVersion?
    var server: ServerCertificate?
  }

  /// Under what the requests are counted.
  static let name = "trust"
  /// Where the page is.
  static let path = "/trust"

  private let folder: CertificateFolder?
  private let cache = Mutex(Cache())
  /// The port of https, once it is known.
  private let port: Atomic<Int>

  /// - Parameters:
  ///   - folder: nil if the server's certificate is from elsewhere, or if it has none.
  ///   - port: 0 when the system chooses it.
  init(_ folder: CertificateFolder?, port: Int) {
    self.folder = folder
    self.port = Atomic(port)
  }

  func listens(at port: Int) { self.port.store(port, ordering: .relaxed) }

  /// Nil for a request that is about something else.
  func response(to request: Request) -> Response? {
    let path = request.uri.path
    guard path == Self.path || path.hasPrefix(Self.path + "/") else { return nil }
    guard request.method == .get || request.method == .head else {
      return Response(status: .methodNotAllowed, headers: [.allow: "GET, HEAD", .cacheControl: "no-store"])
    }
    guard let file = file(path.dropFirst(Self.path.count), request) else { return nil }
    var headers = PageAnswer.closed
    headers[.cacheControl] = "no-cache"
    headers[.contentType] = file.type
    headers[.contentLength] = "\(file.text.utf8.count)"
    headers[.contentDisposition] = file.name.map { "attachment; filename=\"\($0)\"" }
    return Response(
      status: .ok, headers: headers,
      body: request.method == .head ? .init() : .init(byteBuffer: ByteBuffer(string: file.text)))
  }

  /// Redirects reads over plain HTTP to https. Writes are refused: they may contain a password.
  private func redirect(_ request: Request) -> Response {
    guard let server = server() else { return Response(status: .serviceUnavailable) }
    let address = address(for: request, server)
    guard request.method == .get || request.method == .head else {
      let text = ByteBuffer(string: "Use \(address)\n")
      return Response(status: .forbidden, headers: [.contentType: "text/plain"], body: .init(byteBuffer: text))
    }
    return Response(
      status: .temporaryRedirect, headers: [.location: address + request.uri.string, .cacheControl: "no-store"])
  }

  /// Answers at a separate port, over plain HTTP.
  func responder(counts: RequestCounts) -> some HTTPResponder<BasicRequestContext> {
    CallbackResponder { (request: Request, _: BasicRequestContext) in
      let response = self.response(to: request) ?? self.redirect(request)
      counts.count(Self.name, response.status.code)
      return response
    }
  }

  private struct File {
    var text: String
    var type: String
    /// When it is to be kept.
    var name: String?
  }

  private func file(_ path: Substring, _ request: Request) -> File? {
    if path == "/style.css" { return File(text: TrustPage.style, type: "text/css; charset=utf-8") }
    guard let server = server() else {
      return path == "" || path == "/" ? File(text: TrustPage.without, type: "text/html; charset=utf-8") : nil
    }
    let address = address(for: request, server)
    switch path {
    case "", "/":
      guard let page = try? TrustPage(server, address: address).text else { return nil }
      return File(text: page, type: "text/html; charset=utf-8")
    case "/qr.svg":
      return QRCode(address).map { File(text: $0.svg(title: address), type: "image/svg+xml") }
    case "/ca.crt":
      guard let pem = try? server.authority.pem else { return nil }
      return File(text: pem, type: "application/x-x509-ca-cert", name: TrustSteps.file)
    case "/ca.mobileconfig":
      guard let profile = try? TrustProfile(server).text else { return nil }
      return File(text: profile, type: "application/x-apple-aspen-config", name: "babybasics.mobileconfig")
    default: return nil
    }
  }

  /// The server's https address, with the name in the request if that is one of its own.
  private func address(for request: Request, _ server: ServerCertificate) -> String {
    let host = (request.head.authority ?? "").replacing(/:[0-9]*$/, with: "")
      .trimmingPrefix("[").prefix { $0 != "]" }
    let names = server.names
    let known = names.first { "\($0)" == host.lowercased() } ?? names.first
    let port = port.load(ordering: .relaxed)
    return "https://" + (known?.inURL ?? "localhost") + (port == 443 ? "" : ":\(port)")
  }

  /// The current certificate, which another process may have replaced.
  private func server() -> ServerCertificate? {
    guard let folder else { return nil }
    return cache.withLock { cache in
      let version = FileVersion(folder.files.certificate)
      if version != cache.version || cache.server == nil {
        cache = Cache(version: version, server: try? folder.server())
      }
      return cache.server
    }
  }
}
