/// Proves to a family server which session a request belongs to. Anyone who has it can read and write everything.
///
/// It prints as a placeholder, so that it gets into no log by accident.
public struct SessionToken: Hashable, Sendable {
  /// In bytes; longer texts are not tokens.
  public static let limit = 4096

  /// The token itself: visible ASCII, as it goes into a header.
  public let secret: String

  /// - Returns: nil for what cannot go into a header. White space around it is dropped.
  public init?(_ text: some StringProtocol) {
    let text = Substring(text).trimmed
    guard (1...Self.limit).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      return nil
    }
    secret = String(text)
  }
}

extension SessionToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "(session token)" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
