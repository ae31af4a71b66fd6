/// A call that is to be made: a method, and what it is given.
///
/// It can be stored and compared until it is made: a menu's item, a notification's button, a link's request.
public struct MethodCall: Hashable, Sendable {
  /// The method's name.
  public let method: String
  /// The params' JSON text, an object.
  public let params: [UInt8]

  /// A call of a method that is known by its name.
  ///
  /// - Parameter params: JSON text of an object.
  public init(method: String, params: [UInt8]) {
    self.method = method
    self.params = params
  }

  public init<Method: RPCMethod>(_ method: Method.Type, _ params: Method.Params) {
    self.init(method: Method.name, params: params.encoded)
  }
}
