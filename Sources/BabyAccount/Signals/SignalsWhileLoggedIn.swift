package import Logging
import Synchronization
import Systemd

/// Listens to the system while there is a server to poll: without an account there is no need for the thread.
package final class SignalsWhileLoggedIn: Sendable {
  private let busAddress: String
  private let logger: Logger
  private let wake: @Sendable () -> Void
  private let signals = Mutex<SystemSignals?>(nil)

  /// - Parameters:
  ///   - environment: may name another system bus than the usual one, as D-Bus has it.
  ///   - wake: called when the machine has woken up or a network is there.
  package init(environment: [String: String], logger: Logger, wake: @escaping @Sendable () -> Void) {
    busAddress = BusAddress.system(environment: environment)
    self.logger = logger
    self.wake = wake
  }

  package func listen(_ isLoggedIn: Bool) {
    signals.withLock { signals in
      guard isLoggedIn != (signals != nil) else { return }
      signals = isLoggedIn ? try? SystemSignals(busAddress: busAddress, logger: logger) { [wake] _ in wake() } : nil
    }
  }
}
