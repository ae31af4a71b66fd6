import BabyClient
import BabyProtocol
import Glibc
import SystemCalls

/// A file, or standard input, read in pieces.
struct ByteSource: ~Copyable {
  /// Nil when it is not known, as for a pipe.
  let size: Int?
  private let descriptor: Int32
  private let name: String

  /// - Parameter path: `-` is standard input.
  /// - Throws: `UsageError` with the system's reason.
  init(_ path: String) throws(UsageError) {
    name = path
    let opened = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { throw Self.failure(path) }
    var status = stat()
    let isFile = fstat(opened, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = isFile ? Int(status.st_size) : nil
    descriptor = opened
  }

  deinit { close(descriptor) }

  /// Reads that many bytes, fewer only at the end.
  mutating func read(upTo count: Int) throws(UsageError) -> [UInt8] {
    var total = 0
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while total < count {
        let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + total }, count - total)
        if got > 0 {
          total += got
        } else if got == 0 {
          break
        } else if errno != EINTR {
          failed = true
          break
        }
      }
      filled = total
    }
    if failed { throw Self.failure(name) }
    return bytes
  }

  private static func failure(_ path: String) -> UsageError {
    UsageError(message: "\(path) cannot be read: \(systemErrorText()).")
  }
}

/// A file that is written in pieces and appears when it is complete, or standard output.
struct ByteSink: ~Copyable {
  private let path: String
  /// Nil for standard output.
  private let file: PartialFile?
  private let write: (String) -> Bool

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - isReplacing: whether an existing file may be replaced.
  /// - Throws: `UsageError` if the file already exists or cannot be created.
  init(_ path: String, replacing isReplacing: Bool, in session: CommandSession) throws(UsageError) {
    var file: PartialFile?
    if path != "-" {
      if !isReplacing, access(path, F_OK) == 0 {
        throw UsageError(message: "\(path) already exists. To replace it, add --force.")
      }
      file = PartialFile(path)
      guard file != nil else { throw Self.failure(path) }
    }
    self.path = path
    self.file = file
    let (write, isScreen) = (session.environment.write, session.environment.outputIsTerminal)
    // Other people's text is in it. A file or a pipe gets the bytes as they are.
    self.write = { write(isScreen ? SafeText.file($0.replacing("\r\n", with: "\n")) : $0) }
  }

  /// - Throws: `UsageError` with the system's reason.
  mutating func write(_ bytes: [UInt8]) throws(UsageError) {
    let isWritten = file?.write(bytes) ?? write(String(decoding: bytes, as: UTF8.self))
    if !isWritten { throw Self.failure(file == nil ? "Standard output" : path) }
  }

  /// Puts the file in its place, on the disk.
  mutating func finish() throws(UsageError) {
    if let file, !file.finish() { throw Self.failure(path) }
  }

  private static func failure(_ name: String) -> UsageError {
    UsageError(message: "\(name) cannot be written: \(systemErrorText()).", status: .failed)
  }
}

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

/// A small file that a command keeps for its next run, for its user's eyes alone.
enum StateFile {
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

  /// Replaces a file as a whole or not at all, or removes it.
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
