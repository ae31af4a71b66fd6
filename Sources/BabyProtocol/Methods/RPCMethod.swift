/// A method of the protocol: its name, what it takes and what it answers.
public protocol RPCMethod: SendableMetatype {
  associatedtype Params: WireObject
  associatedtype Answer: WireObject

  static var name: String { get }

  /// One sentence for the reference.
  static var summary: String { get }

  /// Writes take `idempotencyKey` and `dryRun` beside their own params.
  static var isWrite: Bool { get }
}

extension RPCMethod {
  public static var isWrite: Bool { false }
}
