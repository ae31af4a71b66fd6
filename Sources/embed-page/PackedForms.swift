import CBrotli
import Foundation
import SystemLibraries

/// A file packed as small as it can be: that is done once, and the file is sent often.
struct PackedForms {
  let gzip: Data
  let brotli: Data

  init(_ file: EmbeddedPage.File) {
    let bytes = Array(file.bytes)
    gzip = Data(Gzip.packed(bytes, .most))
    var count = max(BrotliEncoderMaxCompressedSize(bytes.count), 16)
    var packed = [UInt8](repeating: 0, count: count)
    let isPacked = BrotliEncoderCompress(
      BROTLI_MAX_QUALITY, BROTLI_MAX_WINDOW_BITS, BROTLI_MODE_GENERIC, bytes.count, bytes, &count, &packed)
    precondition(isPacked == BROTLI_TRUE, "brotli needs more space than it announced")
    brotli = Data(packed.prefix(count))
  }
}
