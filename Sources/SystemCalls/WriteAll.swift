import Glibc

/// Writes all bytes; false when the reader is gone or the write failed.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var written = 0
  while written < bytes.count {
    let count = bytes.withUnsafeBytes { buffer in
      write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
    }
    if count >= 0 { written += count } else if errno != EINTR { return false }
  }
  return true
}
