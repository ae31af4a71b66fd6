import Hummingbird
import NIOCore

extension ResponseBody {
  /// How much a client has to take at once.
  private static let piece = 64 * 1024

  init(_ bytes: [UInt8]) { self.init(ByteBuffer(bytes: bytes)) }

  /// Nothing of a large body is copied for its pieces.
  init(_ bytes: ByteBuffer) {
    guard bytes.readableBytes > Self.piece else {
      self = bytes.readableBytes == 0 ? .init() : .init(byteBuffer: bytes)
      return
    }
    self.init(contentLength: bytes.readableBytes) { writer in
      var rest = bytes
      while let piece = rest.readSlice(length: min(rest.readableBytes, Self.piece)), piece.readableBytes > 0 {
        try await writer.write(piece)
      }
      try await writer.finish(nil)
    }
  }
}
