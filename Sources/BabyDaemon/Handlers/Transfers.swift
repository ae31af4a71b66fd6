import BabySocket
import Synchronization

/// Files on their way to and from clients, a part with each call. What is not at its end goes away with its connection.
final class Transfers: ConnectionObserver {
  private struct State {
    /// The next part of the export that a client reads.
    var exports: [Int: Task<ExportPart, any Error>] = [:]
    /// The backup that a client sends to be restored.
    var uploads: [Int: Upload] = [:]
  }

  private let state = Mutex(State())

  /// Whether an export or a restoring is under way.
  func isEngaged(with session: ClientSession) -> Bool {
    state.withLock { $0.exports[session.id] != nil || $0.uploads[session.id] != nil }
  }

  /// The next part is taken out: when it cannot be had, the export is over.
  func takeExport(of session: ClientSession) -> Task<ExportPart, any Error>? {
    state.withLock { $0.exports.removeValue(forKey: session.id) }
  }

  /// - Parameter next: nil at the end of the file.
  func keepExport(_ next: Task<ExportPart, any Error>?, of session: ClientSession) {
    state.withLock { $0.exports[session.id] = next }
  }

  func takeUpload(of session: ClientSession) -> Upload? {
    state.withLock { $0.uploads.removeValue(forKey: session.id) }
  }

  func keepUpload(_ upload: Upload, of session: ClientSession) {
    state.withLock { $0.uploads[session.id] = upload }
  }

  func ended(_ session: ClientSession) {
    // Releasing it deletes its file, which must not block others.
    _ = state.withLock { ($0.exports.removeValue(forKey: session.id), $0.uploads.removeValue(forKey: session.id)) }
  }
}
