import Glibc
import SystemCalls

/// A private file, written under another name until it is complete. An incomplete file is removed.
final class PartialFile {
  private let path: String
  private let partial: String
  private let descriptor: Int32
  private var isFinished = false

  /// Nil, with the reason in `errno`, when it cannot be made.
  init?(_ path: String) {
    self.path = path
    partial = path + ".part"
    // The file is private: do not write into one that another user has created or opened.
    unlink(partial)
    descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return nil }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    if !isFinished { unlink(partial) }
  }

  /// - Returns: false, with the reason in `errno`, when that fails.
  func write(_ bytes: [UInt8]) -> Bool { writeAll(bytes, to: descriptor) }

  /// Puts the file in its place, on the disk.
  ///
  /// - Returns: false, with the reason in `errno`, when that fails.
  func finish() -> Bool {
    isFinished = fsync(descriptor) == 0 && rename(partial, path) == 0
    return isFinished
  }
}
