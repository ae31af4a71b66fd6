/// Makes one step of what a touchpad tells in many.
struct ScrollGesture {
  /// What comes sooner after the last step belongs to the same movement.
  static let pause = Duration.milliseconds(250)

  private var last: Duration?

  /// Takes in a step, and says whether a movement begins with it.
  ///
  /// - Parameter now: on the monotonic clock.
  mutating func begins(at now: Duration) -> Bool {
    defer { last = now }
    return last.map { now - $0 > Self.pause } ?? true
  }
}
