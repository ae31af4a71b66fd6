/// A method of the protocol: its name, what it takes and what it answers.
public protocol RPCMethod: SendableMetatype {
  associatedtype Params: WireObject
  associatedtype Answer: WireObject

  static var name: String { get }

  /// One sentence for the reference.
  static var summary: String { get }

  /// Whether it changes the database.
  static var isWrite: Bool { get }
}

extension RPCMethod {
  public static var isWrite: Bool { false }
}

/// A method that changes the database in one transaction.
public protocol WriteMethod: RPCMethod where Params: WriteParams {}

extension WriteMethod {
  public static var isWrite: Bool { true }
}

/// The params of a write: its own, and the options that every write takes.
public protocol WriteParams: WireObject {
  var options: WriteOptions { get }
}
