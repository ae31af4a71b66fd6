public import BabyModel
import BabyStatistics
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// What is predicted for a child now.
  public func forecast(of reference: String?) throws -> Forecast { try outlook(of: child(reference)).forecast() }

  /// The predictions for a child, with what they rest on.
  public func predictions(of reference: String?) throws -> PredictionGet.Answer {
    let outlook = try outlook(of: child(reference))
    let (forecast, format) = (try outlook.forecast(), outlook.settings.timeFormat)
    return PredictionGet.Answer(
      child: ChildReference(outlook.child), timeFormat: format, theme: outlook.settings.theme,
      madeAt: forecast.madeAt,
      predictions: forecast.predictions.map { PredictionRecord($0, zone: outlook.zone, format: format) },
      gaps: PredictionGapRecord.all(of: forecast), note: Words.noMedicalAdvice)
  }

  /// Predictions and reminders from this log.
  func outlook(of child: Child) throws -> Outlook {
    Outlook(
      of: child, transaction, settings: try settings(of: child), zone: try zone(child.zone), now: now)
  }
}

extension LogbookWriter {
  /// Keeps what a caregiver says of a prediction.
  public func keep(_ verdict: PredictionVerdict, of kind: PredictionKind, child reference: String?) throws -> Child {
    let child = try reader.child(reference)
    try transaction.keep(verdict, of: kind, child: child.id)
    return child
  }
}
