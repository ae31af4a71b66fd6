import Glibc
import Synchronization
import SystemCalls

/// A file without a name, for this user alone: when the process ends, however it does, nothing of it is left.
public final class SpoolFile: Sendable {
  /// With `O_DIRECTORY` it is `O_TMPFILE`, a macro that Swift does not see; the same number on x86 and ARM.
  private static let nameless: CInt = 0o20_000_000 | O_DIRECTORY
  private static let mode: mode_t = 0o600

  private let descriptor: CInt
  private let folder: SpoolFolder
  private let written = Mutex(0)

  /// - Parameter descriptor: becomes this file's, which closes it.
  init(descriptor: CInt, folder: SpoolFolder) {
    self.descriptor = descriptor
    self.folder = folder
  }

  deinit {
    close(descriptor)
    folder.giveBack(size)
  }

  /// Bytes.
  public var size: Int { written.withLock { $0 } }

  var limits: ForeignFileLimits { folder.limits }

  /// - Throws: `.fileTooLarge`, `.importTooLarge`, `.diskFull`, `.notKept`. The file is as it was then.
  public func append(_ bytes: some Sequence<UInt8>) throws(ForeignFileError) {
    let bytes = Array(bytes)
    try written.withLock { size throws(ForeignFileError) in
      guard bytes.count <= limits.file - size else { throw ForeignFileError(.fileTooLarge(limit: limits.file)) }
      try folder.take(bytes.count)
      let failure = bytes.withUnsafeBytes { Self.write($0, to: descriptor, at: size) }
      if let failure {
        folder.giveBack(bytes.count)
        throw Self.refusal(failure, folder: folder.path)
      }
      size += bytes.count
    }
  }

  /// - Returns: fewer bytes only at the end of the file.
  /// - Throws: `.notKept`.
  public func read(at offset: Int, count: Int) throws(ForeignFileError) -> [UInt8] {
    let size = size
    guard count > 0, (0..<size).contains(offset) else { return [] }
    var failure: CInt?
    let bytes = [UInt8](unsafeUninitializedCapacity: min(count, size - offset)) { buffer, initialized in
      initialized = Self.read(UnsafeMutableRawBufferPointer(buffer), from: descriptor, at: offset, failure: &failure)
    }
    if let failure { throw Self.refusal(failure, folder: folder.path) }
    return bytes
  }

  /// - Returns: how many bytes were read, less than the buffer's size only at the end of the file; nil if the disk
  ///   failed.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int? {
    let size = size
    guard (0..<size).contains(offset) else { return 0 }
    var failure: CInt?
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(size - offset))
    let count = Self.read(room, from: descriptor, at: offset, failure: &failure)
    return failure == nil ? count : nil
  }
}

extension SpoolFile {
  /// - Parameter asNameless: false for file systems without support for it, such as some network ones: there the file
  ///   has a name until the next system call.
  static func open(in folder: String, asNameless: Bool = true) throws(ForeignFileError) -> CInt {
    if asNameless {
      let descriptor = Glibc.open(folder, Self.nameless | O_RDWR | O_CLOEXEC, mode)
      if descriptor >= 0 { return descriptor }
      guard [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) else { throw refusal(errno, folder: folder) }
    }
    let name = "\(folder)/.import-\(UInt64.random(in: .min ... .max))"
    let descriptor = Glibc.open(name, O_CREAT | O_EXCL | O_NOFOLLOW | O_RDWR | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw refusal(errno, folder: folder) }
    unlink(name)
    return descriptor
  }

  /// - Returns: the error's number, or nil.
  private static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt, at offset: Int) -> CInt? {
    var done = 0
    while done < bytes.count {
      let count = pwrite(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, offset + done)
      if count > 0 {
        done += count
      } else if count == 0 {
        return ENOSPC
      } else if errno != EINTR {
        return errno
      }
    }
    return nil
  }

  private static func read(
    _ room: UnsafeMutableRawBufferPointer, from descriptor: CInt, at offset: Int, failure: inout CInt?
  ) -> Int {
    var done = 0
    while done < room.count {
      let count = pread(descriptor, room.baseAddress.map { $0 + done }, room.count - done, offset + done)
      if count > 0 {
        done += count
      } else if count == 0 {
        break
      } else if errno != EINTR {
        failure = errno
        break
      }
    }
    return done
  }

  private static func refusal(_ number: CInt, folder: String) -> ForeignFileError {
    ForeignFileError(
      number == ENOSPC || number == EDQUOT
        ? .diskFull(folder: folder) : .notKept(folder: folder, why: systemErrorText(number)))
  }
}

/// The files of one import while they are read: a folder on the disk, and its total size limit.
public final class SpoolFolder: Sendable {
  public let path: String
  public let limits: ForeignFileLimits
  private let taken = Mutex(0)

  /// - Parameter path: an existing folder that only this user can write to. Not a `tmpfs`, which is memory.
  public init(path: String, limits: ForeignFileLimits = ForeignFileLimits()) {
    self.path = path
    self.limits = limits
  }

  /// Bytes of all files there.
  public var size: Int { taken.withLock { $0 } }

  /// An empty file without a name.
  ///
  /// - Throws: `.diskFull`, `.notKept`.
  public func makeFile() throws(ForeignFileError) -> SpoolFile {
    SpoolFile(descriptor: try SpoolFile.open(in: path), folder: self)
  }

  /// - Throws: `.importTooLarge`; nothing is taken then.
  func take(_ count: Int) throws(ForeignFileError) {
    let fits = taken.withLock { taken in
      guard count <= limits.total - taken else { return false }
      taken += count
      return true
    }
    if !fits { throw ForeignFileError(.importTooLarge(limit: limits.total)) }
  }

  func giveBack(_ count: Int) { taken.withLock { $0 -= count } }
}
