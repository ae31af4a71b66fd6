import Synchronization

/// One connection as the request handlers see it.
package final class ClientSession: Sendable {
  /// Counts up from 1 and is never used again while the daemon runs.
  package let id: Int
  package let peer: Peer
  /// May set the daemon up, and not only log.
  package let isAdministrator: Bool
  /// Where the client's events go.
  package let outlet: any EventOutlet

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

  /// The client's name, after `hello`.
  package var clientName: String? {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }

  func close() { closing() }
}
