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
    let cache = ForecastCache(maxAnswers: 1000, maxBytes: 16 * 1024 * 1024)
    read(Operations.predictionsGet) { authorized in
      try authorized.answer(from: cache) { forecaster in
        let forecast = try forecaster.forecast()
        let end = forecaster.end(of: forecast)
        let (zone, format) = (forecaster.zone, forecaster.settings.timeFormat)
        let list = PredictionList(
          madeAt: forecast.madeAt, validUntil: end,
          predictions: forecast.predictions.map { PredictionRecord($0, zone: zone, format: format) },
          gaps: PredictionGapRecord.all(of: forecast), note: Words.noMedicalAdvice)
        return (list, end)
      }
    }
    read(Operations.remindersList) { authorized in
      try authorized.answer(from: cache) { forecaster in
        let (reader, child) = (authorized.reader, forecaster.child)
        let inputs = try forecaster.reminders(reader.customReminders(child: child.id))
        let (reminders, end) = inputs.seen(try reader.reminderMarks(child: child.id))
        let records = reminders.map { ReminderRecord($0, of: ChildReference(child), zone: forecaster.zone) }
        return (DueReminders(reminders: records, validUntil: end), end)
      }
    }
  }
}

/// Answers about what is to come, by the last change of the child and of the user's settings.
private typealias ForecastCache = AnswerCache<ForecastKey, String, ForecastAnswer>

private struct ForecastKey: Hashable {
  let operation: String
  let child: ChildID
  /// People have settings of their own.
  let user: UserID
}

private struct ForecastAnswer {
  let body: [UInt8]
  let tag: String
  /// From when on it may be another one though nothing is changed.
  let end: Instant
}

extension AuthorizedCall where Answer: WireValue {
  /// Answers from the cache if nothing has changed, and with 304 if the caller has that answer.
  ///
  /// - Parameter find: finds the answer out, and from when on it may be another one; nil for never.
  fileprivate func answer(
    from cache: ForecastCache, _ find: (Forecaster) throws -> (answer: Answer, end: Instant?)
  ) throws -> CallAnswer {
    let membership = try membership()
    let change = try lastChange(of: membership)
    let key = ForecastKey(operation: call.operation.id, child: membership.child.id, user: user.id)
    // An answer is never shared between accounts: the tags differ, too.
    let version = "\(session.epoch):\(user.id):\(change)"
    let known: ForecastAnswer
    if let kept = cache.answer(to: key, version: version, at: call.now) {
      known = kept
    } else {
      let forecaster = Forecaster(
        of: membership.child, reader.entries, settings: try settings(of: membership.child),
        zone: try zone(of: membership.child), now: call.now)
      let (answer, end) = try find(forecaster)
      // Another tag each time that the answer is computed.
      let tag = "\"\(version):\(call.now.milliseconds)\""
      known = ForecastAnswer(body: answer.encoded, tag: tag, end: max(end ?? session.expiresAt, call.now))
      cache.keep(known, bytes: known.body.count, to: key, version: version, during: call.now..<known.end)
    }
    if call.matches("if-none-match", known.tag) == true { return unchanged(known.tag, until: known.end) }
    return self.answer(encoded: known.body, tag: known.tag)
  }
}
