import Glibc
import SystemCalls

/// A small file that a command keeps for its next run, for its user's eyes alone.
enum KeptFile {
  /// The bytes of a file up to a limit; nil if it does not exist or is longer.
  static func read(_ path: String, limit: Int) -> [UInt8]? {
    guard var source = try? ByteSource(path), let size = source.size, size <= limit else { return nil }
    return try? source.read(upTo: limit)
  }

  /// The beginning of a file that has no size, as those of the kernel.
  static func text(_ path: String, limit: Int) -> String? {
    guard var source = try? ByteSource(path), let bytes = try? source.read(upTo: limit) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Puts a file in the place of one, whole or not at all, or takes it away.
  ///
  /// - Returns: false when that fails.
  static func replace(_ path: String, with content: [UInt8]?) -> Bool {
    guard let content else { return unlink(path) == 0 || errno == ENOENT }
    makeFolder(of: path)
    guard let file = PartialFile(path) else { return false }
    return file.write(content) && file.finish()
  }

  private static func makeFolder(of path: String) {
    var index = path.startIndex
    while let slash = path[index...].dropFirst().firstIndex(of: "/") {
      mkdir(String(path[..<slash]), 0o700)
      index = slash
    }
  }
}
