extension TimeOfDay {
  /// A time of every day, as people say it: `9am`, `21:00`, `noon`. Nil for what might be before noon or after it, and for
  /// what is of one day.
  public init?(said text: String) {
    guard case .clock(let time, on: .latest)? = TimeExpression(text) else { return nil }
    self = time
  }
}
