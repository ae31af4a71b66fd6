/// The number of entries to request at a time: fewer after a page that was too large, and more again after one that was
/// not.
public struct PageLength: Hashable, Sendable {
  public static let longest = 500

  public private(set) var entries = longest

  public init() {}

  /// - Returns: false when a page cannot have fewer.
  public mutating func shrink() -> Bool {
    guard entries > 1 else { return false }
    entries /= 2
    return true
  }

  public mutating func grow() { entries = min(entries * 2, Self.longest) }
}
