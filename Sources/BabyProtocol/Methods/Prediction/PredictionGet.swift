public import BabyModel

/// What is likely to come next for a child, how sure that is, and what it rests on.
public enum PredictionGet: RPCMethod {
  public static let name = "prediction.get"
  public static let summary =
    "Predicts what is likely to come next: nap, bedtime, feed, wake-up; or says why nothing is predicted."
  public static let access = MethodAccess.everybody

  public typealias Params = ChildParams

  public struct Answer: Hashable, WireObject {
    public static var schemaName: String? { "Forecast" }

    public var child: ChildReference
    public var timeFormat: TimeFormat
    public var theme: Theme
    public var madeAt: Instant
    public var predictions: [PredictionRecord]
    public var gaps: [PredictionGapRecord]
    public var note: String

    public init(
      child: ChildReference, timeFormat: TimeFormat, theme: Theme, madeAt: Instant, predictions: [PredictionRecord],
      gaps: [PredictionGapRecord], note: String
    ) {
      self.child = child
      self.timeFormat = timeFormat
      self.theme = theme
      self.madeAt = madeAt
      self.predictions = predictions
      self.gaps = gaps
      self.note = note
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      child = try members.required("child", "The child.")
      timeFormat = try members.required("timeFormat", "How to write clock times.")
      theme = try members.required("theme", "The theme set for the child.")
      madeAt = try members.required("madeAt", "When the prediction was made; a later one may differ.")
      predictions = try members.required("predictions", "What is predicted, at most one of each kind.")
      gaps = try members.required("gaps", "What is not predicted, and why.")
      note = try members.required("note", "To be shown with it: this is not medical advice.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("child", child)
      members.field("timeFormat", timeFormat)
      members.field("theme", theme)
      members.field("madeAt", madeAt)
      members.field("predictions", predictions)
      members.field("gaps", gaps)
      members.field("note", note)
    }
  }
}
