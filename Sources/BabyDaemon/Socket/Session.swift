import Synchronization

/// One connection as the request handlers see it.
final class Session: Sendable {
  /// Counts up from 1 and is never used again while the daemon runs.
  let id: Int
  let peer: Peer
  /// May set the daemon up, and not only log.
  let isAdministrator: Bool
  /// Where the client's events go.
  let outlet: any EventOutlet

  /// The next part of the export that the client reads, if any: what it keeps of the database goes with the connection.
  let nextExportPart = Mutex<Task<ExportPart, any Error>?>(nil)

  /// The backup that the client sends to be restored, if any.
  let upload = Mutex<Upload?>(nil)

  private let name = Mutex<String?>(nil)
  private let closing: @Sendable () -> Void

  /// - Parameter closing: closes the connection without answering what is still waiting.
  init(
    id: Int, peer: Peer, isAdministrator: Bool = true, outlet: any EventOutlet, closing: @escaping @Sendable () -> Void
  ) {
    self.id = id
    self.peer = peer
    self.isAdministrator = isAdministrator
    self.outlet = outlet
    self.closing = closing
  }

  /// What the client calls itself, once it has said `hello`.
  var clientName: String? {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }

  /// Whether an export or a restoring is under way.
  var isInTransfer: Bool { nextExportPart.withLock { $0 != nil } || upload.withLock { $0 != nil } }

  func close() { closing() }
}
