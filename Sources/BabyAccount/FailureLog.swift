import BabyEngine
import BabyProtocol
package import Logging

extension Logger {
  /// Logs that something could not be done, with the error's name. A task that is cancelled because the daemon stops has
  /// not failed.
  package func failure(_ message: Message, _ error: any Error) {
    guard !Task.isCancelled else { return }
    self.error(message, metadata: ["error": "\(RPCError(error).code.name)"])
  }
}
