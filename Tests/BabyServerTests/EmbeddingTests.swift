import CSystemLibraries
import Foundation
import HTTPTypes
import Testing

@testable import BabyServer

@Suite("The embedded page")
struct EmbeddingTests {
  /// Where it was embedded from.
  private static let web = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/BabyServer/Web").standardizedFileURL

  private func text(_ path: String) throws -> String {
    let asset = try #require(PhonePage.assets.first { $0.path == path })
    return String(buffer: asset.plain.buffer)
  }

  @Test("compressed files equal the originals, and are smaller")
  func packed() throws {
    #expect(!PhonePage.assets.isEmpty)
    for asset in PhonePage.assets {
      #expect(asset.plain.buffer.readableBytes == asset.plain.count, "\(asset.path)")
      guard let gzip = asset.gzip else { continue }
      #expect(gzip.count < asset.plain.count)
      #expect(gunzip(Array(gzip.buffer.readableBytesView)) == Array(asset.plain.buffer.readableBytesView))
    }
  }

  @Test("no placeholders are left")
  func placeholders() throws {
    for path in ["index.html", "plain.html", "worker.js", "manifest.webmanifest"] {
      #expect(try text(path).firstMatch(of: /%[A-Z]+%/) == nil, "\(path)")
    }
  }

  @Test("pictures are unchanged, and files for the page's authors are left out")
  func unchanged() throws {
    let pictures = PhonePage.assets.filter { ["svg", "png"].contains(URL(filePath: $0.path).pathExtension) }
    for asset in pictures {
      let bytes = try Data(contentsOf: Self.web.appending(path: asset.path))
      #expect(Array(asset.plain.buffer.readableBytesView) == Array(bytes), "\(asset.path)")
    }
    #expect(
      PhonePage.assets.filter { $0.path.hasSuffix(".md") || $0.path.contains("/.") || $0.path.hasPrefix(".") }.isEmpty)
  }

  @Test("everything that a document names is in this version")
  func addresses() throws {
    let page = PhonePage()
    for path in ["index.html", "plain.html", "worker.js", "manifest.webmanifest"] {
      let named = try text(path).matches(of: #//page/[0-9a-f]{16}/[^"' ]+/#).map { String($0.output) }
      #expect(!named.isEmpty, "\(path)")
      for address in named {
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: address)
        #expect(page.answer(request, isSecure: true)?.response.status == .ok, "\(path): \(address)")
      }
    }
  }

  @Test(
    "compressed files are sent to clients that accept them",
    arguments: [
      (nil, false), ("", false), ("gzip", true), ("br, gzip;q=0.5", true), ("GZIP", true), ("gzip;q=0", false),
      ("*", true), ("*;q=0", false), ("*;q=0, gzip", true), ("gzip; q=0.0, *", false), ("br", false),
      ("gzipped", false),
    ] as [(String?, Bool)])
  func negotiation(header: String?, isAccepted: Bool) {
    #expect(accepts("gzip", header) == isAccepted)
  }

  @Test("the smallest accepted form is sent")
  func smallest() throws {
    let page = PhonePage()
    func coding(_ accepted: String) -> String? {
      let headers: HTTPFields = [.acceptEncoding: accepted]
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/", headerFields: headers)
      return page.answer(request, isSecure: true)?.response.headers[.contentEncoding]
    }
    #expect(coding("gzip, deflate, br, zstd") == "br")
    #expect(coding("gzip, deflate") == "gzip")
    #expect(coding("zstd") == nil)
  }

  private func gunzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    defer { inflateEnd(&stream) }
    var (input, output) = (bytes, [UInt8](repeating: 0, count: 4 << 20))
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { room in
        stream.next_in = input.baseAddress
        stream.avail_in = UInt32(input.count)
        stream.next_out = room.baseAddress
        stream.avail_out = UInt32(room.count)
        return inflate(&stream, Z_FINISH) == Z_STREAM_END ? room.count - Int(stream.avail_out) : 0
      }
    }
    return Array(output.prefix(count))
  }
}
