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

  /// - Parameter step: id of the change that is shown; nil for the last one, whatever it is.
  static func undo(_ step: String?) -> DaemonCall { DaemonCall(Undo.self, .init(id: step)) }

  /// Sends again all that could not be sent.
  static let retry = DaemonCall(QueueRetry.self, .init())
}
