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

  private init(method: String) {
    self.method = method
    params = Array("{}".utf8)
  }

  static let undo = DaemonCall(Undo.self, WriteOptions())

  /// What an error's action "retry" names. Only a daemon that has a queue gives an error this action.
  static let retry = DaemonCall(method: "queue.retry")
}
