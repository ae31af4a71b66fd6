import CSystemd
import Glibc

/// The journal in its own words: messages with fields, by sd_journal_sendv(3).
public enum Journal {
  /// Whether standard error leads to the journal. `JOURNAL_STREAM` alone does not say so: whoever is started from a
  /// service inherits it, also when its own standard error goes elsewhere.
  public static let isStandardError: Bool = {
    var status = stat()
    guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0 else { return false }
    return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
  }()

  /// Sends one message. Waits only while the journal's own queue is full, as writing to standard error does.
  ///
  /// - Parameter fields: names of capital letters, digits and underscores, and values, which may have line feeds.
  /// - Returns: false when nobody took it.
  public static func send(_ fields: [(name: String, value: String)]) -> Bool {
    let texts = fields.map { Array("\($0.name)=\($0.value)".utf8) }
    var vectors: [iovec] = []
    func sending(_ rest: ArraySlice<[UInt8]>) -> Bool {
      guard let text = rest.first else { return sd_journal_sendv(vectors, CInt(vectors.count)) == 0 }
      return text.withUnsafeBytes { bytes in
        vectors.append(iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count))
        return sending(rest.dropFirst())
      }
    }
    return sending(texts[...])
  }
}
