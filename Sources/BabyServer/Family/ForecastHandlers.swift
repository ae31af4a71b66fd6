import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  /// Predictions and reminders. The server computes them for its pages, which have only part of the log; daemons
  /// compute their own.
  mutating func addForecasts() {
    // A prediction goes through weeks of a log. However often a page asks, that is done once for each change.
    let cache = ComputedAnswers(maxAnswers: 1000, maxBytes: 16 * 1024 * 1024)
    read(Operations.predictionsGet) { authorized in
      try authorized.answer(from: cache) { child in
        let forecaster = try authorized.forecaster(of: child)
        let forecast = try forecaster.forecast()
        let end = forecaster.end(of: forecast)
        let (zone, format) = (forecaster.zone, forecaster.settings.timeFormat)
        let list = PredictionList(
          madeAt: forecast.madeAt, validUntil: end,
          predictions: forecast.predictions.map { PredictionRecord($0, zone: zone, format: format) },
          gaps: PredictionGapRecord.all(of: forecast), note: Words.noMedicalAdvice)
        return (list.encoded, end)
      }
    }
    read(Operations.remindersList) { authorized in
      try authorized.answer(from: cache) { child in
        let (reader, forecaster) = (authorized.reader, try authorized.forecaster(of: child))
        let inputs = try forecaster.reminders(reader.customReminders(child: child.id))
        let (reminders, end) = inputs.seen(try reader.reminderMarks(child: child.id))
        let records = reminders.map { ReminderRecord($0, of: ChildReference(child), zone: forecaster.zone) }
        return (DueReminders(reminders: records, validUntil: end).encoded, end)
      }
    }
  }
}

extension AuthorizedCall {
  fileprivate func forecaster(of child: Child) throws -> Forecaster {
    Forecaster(
      of: child, reader.entries, settings: try settings(of: child), zone: try zone(of: child), now: call.now)
  }
}
