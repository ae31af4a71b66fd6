import Glibc

/// A small file for this user alone, which is replaced as a whole: after a crash it is the old one or the new one.
package struct PrivateFile: Sendable {
  /// Bytes; no file of ours comes near.
  private static let limit = 1 << 20

  package let path: String

  package init(path: String) { self.path = path }

  /// - Parameter isSecret: refuses a file that others may read.
  /// - Returns: nil when there is no file.
  package func read(isSecret: Bool = false) throws(FileFailure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw FileFailure("read", path)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFailure("look at", path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileFailure("read", path, reason: "it is not a regular file")
    }
    if isSecret {
      guard status.st_uid == geteuid() else { throw FileFailure("use", path, reason: "it belongs to another user") }
      guard status.st_mode & 0o077 == 0 else {
        throw FileFailure("use", path, reason: "other users can read it. Run: chmod 600 '\(path)'")
      }
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      guard count >= 0 else { throw FileFailure("read", path) }
      if count == 0 { return bytes }
      bytes += buffer.prefix(count)
      guard bytes.count <= Self.limit else { throw FileFailure("read", path, reason: "it is too large") }
    }
  }

  /// Returns when it is on the disk.
  package func write(_ bytes: [UInt8]) throws(FileFailure) {
    // One process writes it, and what is left of an earlier one is nothing to keep.
    let draft = path + ".new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { throw FileFailure("write", draft) }
    do throws(FileFailure) {
      defer { close(descriptor) }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { throw FileFailure("write", draft) }
        rest = rest.dropFirst(count)
      }
      guard fsync(descriptor) == 0 else { throw FileFailure("write", draft) }
      guard rename(draft, path) == 0 else { throw FileFailure("replace", path) }
    } catch {
      unlink(draft)
      throw error
    }
    try syncDirectory()
  }

  /// Does nothing when there is no file.
  package func remove() throws(FileFailure) {
    guard unlink(path) == 0 else {
      if errno == ENOENT { return }
      throw FileFailure("remove", path)
    }
    try syncDirectory()
  }

  package func move(to target: String) throws(FileFailure) {
    guard rename(path, target) == 0 else { throw FileFailure("move", path) }
    try syncDirectory()
  }

  private func syncDirectory() throws(FileFailure) {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure("open", directory) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileFailure("write", directory) }
  }
}

/// The failed operation on a file, and why.
package struct FileFailure: Error, Hashable, CustomStringConvertible {
  let action: String
  let path: String
  let reason: String

  /// - Parameter action: as in `Cannot … the file`.
  package init(_ action: String, _ path: String, reason: String = systemErrorText()) {
    self.action = action
    self.path = path
    self.reason = reason
  }

  package var description: String { "Cannot \(action) \(path): \(reason)" }
}

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
