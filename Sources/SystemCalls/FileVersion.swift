import Glibc

/// Differs when a file was written or replaced.
package struct FileVersion: Hashable, Sendable {
  private let place: [UInt64]
  private let size: Int
  private let time: [Int]

  /// Nil when there is no such file.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    place = [UInt64(status.st_dev), UInt64(status.st_ino)]
    size = Int(status.st_size)
    time = [Int(status.st_mtim.tv_sec), Int(status.st_mtim.tv_nsec)]
  }
}
