import BabyClient
import BabyProtocol
import Glibc
import SystemCalls

/// A file that is written in pieces and is there when it is whole, or standard output.
struct ByteSink: ~Copyable {
  private let path: String
  /// Nil for standard output.
  private let file: PartialFile?
  private let write: (String) -> Bool

  /// - Parameters:
  ///   - path: `-` is standard output.
  ///   - isReplacing: whether a file that is there may be replaced.
  /// - Throws: `UsageError` when the file is there already or cannot be made.
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
    let (write, isScreen) = (session.surroundings.write, session.surroundings.outputIsTerminal)
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
