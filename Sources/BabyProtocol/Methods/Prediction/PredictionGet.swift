public import BabyModel

/// Predicts a child's next events, with their probability and basis.
public enum PredictionGet: RPCMethod {
  public static let name = "prediction.get"
  public static let summary =
    "Predicts the next nap, bedtime, feed and wake-up, or says why there is no prediction."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  public typealias Params = ChildParams

  @WireMembers("Forecast")
  public struct Answer: Hashable, WireObject {
    /// The child.
    public var child: ChildReference
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// The theme set for the child.
    public var theme: Theme
    /// When the prediction was made; a later one may differ.
    public var madeAt: Instant
    /// The predictions, at most one of each kind, the earliest first.
    public var predictions: [PredictionRecord]
    /// The missing predictions, and why.
    public var gaps: [PredictionGapRecord]
    /// To be shown with it: this is not medical advice.
    public var note: String
  }
}
