/// The answer to a press of a button, which may bounce.
public protocol PressAnswer: WireObject {
  /// The same press once more, within a second: what was done before is told again, and nothing was done now.
  var isRepeated: Bool { get set }
}
