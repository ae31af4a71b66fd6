/// The answer to a press of a button, which may bounce.
public protocol PressAnswer: WireObject {
  /// A repeat of the same press within a second: it returns the earlier result and does nothing.
  var isRepeated: Bool { get set }
}
