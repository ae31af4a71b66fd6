import BabyModel
import BabyProtocol

/// A call to the daemon that a click makes.
struct DaemonCall: Hashable {
  var method: String
  /// The encoded params.
  var params: [UInt8]

  init<Method: RPCMethod>(_ method: Method.Type, _ params: Method.Params) {
    self.method = Method.name
    self.params = params.encoded
  }

  init(_ link: LinkCall) {
    method = link.method
    params = link.params
  }

  static let undo = DaemonCall(Undo.self, WriteOptions())

  /// Sends again all that could not be sent.
  static let retry = DaemonCall(QueueRetry.self, .init())
}
