import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  /// What is to come. The server works it out for its pages, which know a part of the log; daemons do it themselves.
  mutating func addOutlook() {
    let memory = OutlookMemory()
    read(Operations.predictionsGet) { authorized in
      try authorized.remembered(in: memory) { outlook in
        let forecast = try outlook.forecast()
        let end = outlook.end(of: forecast)
        let (zone, format) = (outlook.zone, outlook.settings.timeFormat)
        let list = PredictionList(
          madeAt: forecast.madeAt, validUntil: end,
          predictions: forecast.predictions.map { PredictionRecord($0, zone: zone, format: format) },
          gaps: PredictionGapRecord.all(of: forecast), note: Words.noMedicalAdvice)
        return (list, end)
      }
    }
    read(Operations.remindersList) { authorized in
      try authorized.remembered(in: memory) { outlook in
        let (reader, child) = (authorized.reader, outlook.child)
        let grounds = try outlook.reminders(reader.customReminders(child: child.id))
        let (reminders, end) = grounds.seen(try reader.reminderMarks(child: child.id))
        let records = reminders.map { ReminderRecord($0, of: ChildReference(child), zone: outlook.zone) }
        return (DueReminders(reminders: records, validUntil: end), end)
      }
    }
  }
}

extension AuthorizedCall where Answer: WireValue {
  /// Answers out of the memory where nothing has changed, and with 304 where the caller has that answer.
  ///
  /// - Parameter find: finds the answer out, and from when on it may be another one; nil for never.
  fileprivate func remembered(
    in memory: OutlookMemory, _ find: (Outlook) throws -> (answer: Answer, end: Instant?)
  ) throws -> CallAnswer {
    let membership = try membership()
    let change = try lastChange(of: membership)
    let question = OutlookMemory.Question(operation: call.operation.id, child: membership.child.id, user: user.id)
    // Nobody has seen another's answer: the tags differ, too.
    let tagged = "\(session.epoch):\(user.id):\(change)"
    let known = try memory.answer(to: question, change: tagged, now: call.now) {
      let outlook = Outlook(
        of: membership.child, reader.entries, settings: try settings(of: membership.child),
        zone: try zone(of: membership.child), now: call.now)
      let (answer, end) = try find(outlook)
      return (answer.encoded, end ?? session.expiresAt)
    }
    if call.matches("if-none-match", known.tag) == true {
      return unchanged(known.tag, until: known.validity.upperBound)
    }
    return self.answer(encoded: known.body, tag: known.tag)
  }
}
