extension TimeOfDay {
  /// A daily time, as people type it: `9am`, `21:00`, `noon`. Nil for a time that may be before or after noon, and for
  /// one of a certain day.
  public init?(said text: String) {
    guard case .clock(let time, on: .latest)? = TimeExpression(text) else { return nil }
    self = time
  }
}
