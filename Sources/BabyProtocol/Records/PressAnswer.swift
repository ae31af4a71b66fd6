/// The answer to a press of a button, which may bounce.
public protocol PressAnswer: WireObject {
  /// The same press once more, within a second: what was done before is told again, and nothing was done now.
  var isRepeated: Bool { get set }
}

extension ObjectReader {
  /// Reads `PressAnswer.isRepeated`.
  mutating func repetition() throws(WireError) -> Bool {
    try flag("repeated", "True when the same call came within the second before: it was done once.")
  }
}
