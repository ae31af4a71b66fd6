import BabyModel
import Foundation
import SystemCalls

/// A file that a client sends in pieces; it is beside the database and is deleted with the connection.
final class Upload: Sendable {
  let path: String
  private let file: FileHandle

  init(beside database: String) throws {
    path = "\(database).restoring-\(UUID().uuidString)"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw BabyError.storeFailed(path: path, reason: systemErrorText())
    }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit { unlink(path) }

  /// Bytes that have come.
  var count: Int { (try? Int(file.offset())) ?? 0 }

  /// - Parameter chunk: in base64.
  /// - Throws: `BabyError.importInvalid` for text that is not base64; `.storeFull` and its like.
  func append(_ chunk: String?) throws {
    guard let chunk else { return }
    guard let bytes = Data(base64Encoded: chunk) else { throw BabyError.importInvalid("chunk must be base64.") }
    do { try file.write(contentsOf: bytes) } catch CocoaError.fileWriteOutOfSpace {
      throw BabyError.storeFull(path: path)
    }
  }
}
