/// A method of the protocol: its name, what it takes and what it answers.
public protocol RPCMethod: SendableMetatype {
  associatedtype Params: WireObject
  associatedtype Answer: WireObject

  static var name: String { get }

  /// One sentence or two for the reference, and for readers of the declaration.
  static var summary: String { get }

  /// Whether it changes anything: the database, or who is logged in and shares what.
  static var isWrite: Bool { get }

  /// Who may call it if several users share a daemon; default: administrators.
  static var access: MethodAccess { get }

  /// Its errors, beside those of every call, of writes and of access: see `allErrors`.
  static var errors: [ErrorCode] { get }
}

extension RPCMethod {
  public static var isWrite: Bool { false }
  public static var access: MethodAccess { .administrators }
  public static var errors: [ErrorCode] { [] }

  /// All that a call of it can end with.
  public static var allErrors: [ErrorCode] {
    .ofEveryCall + errors + (isWrite ? [.keyReused] : []) + (access == .administrators ? [.permissionDenied] : [])
  }
}

/// Who may call a method.
public enum MethodAccess: String, CaseIterable, Sendable {
  /// All users who can connect: it logs, or shows what everybody who logs may see.
  case everybody
  /// The daemon's own user, root, and the group of administrators: it sets the daemon up for everybody, hands out the
  /// whole database, or replaces or erases it.
  case administrators
}

/// A method that changes the database in one transaction.
public protocol WriteMethod: RPCMethod where Params: WriteParams {
  /// Whether it stands behind a button: then two calls with the same content within a second, without a key and with
  /// nothing in between, are one press that bounced.
  static var coalescesPresses: Bool { get }
}

extension WriteMethod {
  public static var isWrite: Bool { true }
  public static var coalescesPresses: Bool { false }
}

/// The params of a write: its own, and the options that every write takes.
public protocol WriteParams: WireObject {
  var options: WriteOptions { get }
}

/// The answer to a press of a button, which may bounce.
public protocol PressAnswer: WireObject {
  /// A repeat of the same press within a second: it returns the earlier result and does nothing.
  var isRepeated: Bool { get set }
}

/// The common params of all writes.
@WireMembers
public struct WriteOptions: Hashable, WriteParams {
  /// 1 to 200 characters; repeating the call with the same key changes nothing.
  public var idempotencyKey: String?
  /// Answer as if it were done, but change nothing.
  public var dryRun: Bool = false

  public func checkMembers() throws(WireError) {
    if let key = idempotencyKey, !(1...200).contains(key.unicodeScalars.count) {
      throw WireError(path: "idempotencyKey", message: "must have 1 to 200 characters")
    }
  }

  public var options: WriteOptions { self }
}

/// No params.
@WireMembers
public struct NoParams: WireObject {}

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
