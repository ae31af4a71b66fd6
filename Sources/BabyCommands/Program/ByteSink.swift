import BabyClient
import Glibc
import SystemCalls

/// A file that is written in pieces and is there when it is whole, or standard output.
struct ByteSink: ~Copyable {
  private let path: String
  /// Where it is written before it is whole; nil for standard output.
  private let partial: String?
  private let descriptor: Int32
  private let write: (String) -> Bool
  private var isFinished = false

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - isReplacing: whether a file that is there may be replaced.
  /// - Throws: `CommandRefusal` when the file is there already or cannot be made.
  init(_ path: String, replacing isReplacing: Bool, in session: CommandSession) throws(CommandRefusal) {
    let partial = path == "-" ? nil : path + ".part"
    var descriptor: Int32 = -1
    if let partial {
      if !isReplacing, access(path, F_OK) == 0 {
        throw CommandRefusal(message: "\(path) already exists. To replace it, add --force.")
      }
      // What a family has logged is for its own eyes: nobody else may have made the file, or have it open.
      unlink(partial)
      descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else { throw Self.failure(path) }
    }
    self.path = path
    self.partial = partial
    self.descriptor = descriptor
    write = session.surroundings.write
  }

  deinit {
    guard let partial else { return }
    close(descriptor)
    if !isFinished { unlink(partial) }
  }

  /// - Throws: `CommandRefusal` with the system's reason.
  mutating func write(_ bytes: [UInt8]) throws(CommandRefusal) {
    let isWritten = partial == nil ? write(String(decoding: bytes, as: UTF8.self)) : writeAll(bytes, to: descriptor)
    if !isWritten { throw Self.failure(partial == nil ? "Standard output" : path) }
  }

  /// Puts the file in its place, on the disk.
  mutating func finish() throws(CommandRefusal) {
    guard let partial else { return }
    guard fsync(descriptor) == 0, rename(partial, path) == 0 else { throw Self.failure(path) }
    isFinished = true
  }

  private static func failure(_ name: String) -> CommandRefusal {
    CommandRefusal(message: "\(name) cannot be written: \(systemErrorText()).")
  }
}
