import HTTPTypes
import NIOCore
import Synchronization

/// A file of the page with all that is sent along with it.
struct ServedFile: Sendable {
  private struct Form: Sendable {
    let bytes: Packed
    let headers: HTTPFields
  }

  private static let parts = [".css", ".js", ".webmanifest"]

  private let tag: String
  private let plain: Form
  /// By the name of what it is packed with, the smallest first.
  private let packed: [(coding: String, form: Form)]
  private let unchanged: HTTPFields

  /// - Parameters:
  ///   - isFresh: whether it is revalidated each time; otherwise it is cached for good.
  ///   - more: headers that no other file has.
  init(_ asset: Asset, isFresh: Bool, _ more: HTTPFields = [:]) {
    // Weak: it is the same packed and not.
    let tag = "W/\"\(asset.tag)\""
    var caching: HTTPFields = [.cacheControl: isFresh ? "no-cache" : "public, max-age=31536000, immutable"]
    if isFresh { caching[.eTag] = tag }
    if asset.gzip != nil || asset.brotli != nil { caching[.vary] = "Accept-Encoding" }
    // Scripts and style sheets are held to the document's policy, and the worker to its own. Without it each is
    // 150 bytes less on the way, which are 3 ms on slow 3G.
    let isPart = asset.path != "worker.js" && Self.parts.contains { asset.path.hasSuffix($0) }
    let headers = (isPart ? PageAnswer.own : PageAnswer.closed) + caching + more
    func form(_ bytes: Packed, _ encoding: HTTPFields = [:]) -> Form {
      Form(bytes: bytes, headers: headers + [.contentType: asset.type, .contentLength: "\(bytes.count)"] + encoding)
    }
    self.tag = tag
    unchanged = headers
    plain = form(asset.plain)
    packed = [("br", asset.brotli), ("gzip", asset.gzip)].compactMap { coding, bytes in
      bytes.map { (coding, form($0, [.contentEncoding: coding])) }
    }
  }

  /// - Parameter name: for counting.
  func answer(_ request: HTTPRequest, name: String) -> PageAnswer {
    if let known = request.headerFields[.ifNoneMatch], isNamed(tag, in: known) {
      return PageAnswer(name, .notModified, unchanged)
    }
    let accepted = request.headerFields[.acceptEncoding]
    let form = packed.first { accepts($0.coding, accepted) }?.form ?? plain
    return PageAnswer(name, .ok, form.headers, body: request.method == .head ? ByteBuffer() : form.bytes.buffer)
  }
}

/// Whether a coding is among what a client takes (RFC 9110, 12.5.3).
///
/// - Parameter header: `Accept-Encoding`.
func accepts(_ coding: String, _ header: String?) -> Bool {
  var isAccepted = false
  for part in header?.split(separator: ",") ?? [] {
    let pieces = part.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
    guard let name = pieces.first, name == coding || name == "*" else { continue }
    let weight = pieces.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
    // A named coding takes precedence over a star.
    if name == coding { return weight > 0 }
    isAccepted = weight > 0
  }
  return isAccepted
}

/// One file of the page, as `embed-page` has put it into the program.
struct Asset: Sendable {
  /// Below the folder `Web`.
  let path: String
  let type: String
  /// Changes with what is in the file.
  let tag: String
  let plain: Packed
  /// Nil if that would not be smaller.
  let gzip: Packed?
  let brotli: Packed?
}

/// Bytes that the program contains as text and decodes on first use.
final class Packed: Sendable {
  let count: Int
  private let base64: StaticString
  private let bytes = Mutex<ByteBuffer?>(nil)

  init(_ count: Int, _ base64: StaticString) {
    self.count = count
    self.base64 = base64
  }

  /// Shared by all who ask: nothing is copied.
  var buffer: ByteBuffer {
    bytes.withLock { bytes in
      if let bytes { return bytes }
      let decoded = base64.withUTF8Buffer { ByteBuffer(base64: $0, count: count) }
      bytes = decoded
      return decoded
    }
  }
}

extension ByteBuffer {
  /// - Parameters:
  ///   - text: base64 that a program has written.
  ///   - count: how many bytes it stands for.
  fileprivate init(base64 text: UnsafeBufferPointer<UInt8>, count: Int) {
    var values = [UInt32](repeating: 0, count: 128)
    for (value, letter) in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8.enumerated() {
      values[Int(letter)] = UInt32(value)
    }
    self.init()
    reserveCapacity(text.count / 4 * 3)
    for start in stride(from: 0, to: text.count, by: 4) {
      let bits = text[start..<start + 4].reduce(0) { $0 << 6 | values[Int($1)] }
      writeInteger(UInt8(truncatingIfNeeded: bits >> 16))
      writeInteger(UInt16(truncatingIfNeeded: bits))
    }
    moveWriterIndex(to: count)
  }
}
