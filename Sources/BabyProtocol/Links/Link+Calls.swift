public import BabyModel

/// A link as a call to the daemon, in two steps: a rehearsal, which changes nothing and shows what would be done, and
/// then, once a person has confirmed that, the call that does just what was shown. Both answer an `EntryAnswer`.
extension Link {
  /// What shows how it would be; nil for a link that only opens something.
  public var rehearsal: MethodCall? {
    let options = WriteOptions(dryRun: true)
    switch self {
    case .logFeeding(let amount, let unit):
      return MethodCall(FeedingLog.self, .init(amount: amount, unit: unit, options: options))
    case .logDiaper(let type): return MethodCall(DiaperLog.self, .init(type: type, options: options))
    case .logTummyTime(let duration):
      let time = TimeWords(for: duration.map { "\($0.components.seconds)s" })
      return MethodCall(TummyLog.self, .init(time: time, options: options))
    case .startSleep: return MethodCall(SleepStart.self, .init(options: options))
    case .stopSleep: return MethodCall(SleepStop.self, .init(options: options))
    case .open: return nil
    }
  }

  /// What does as it was shown: the same child, content and times, whatever has changed since.
  ///
  /// It carries the entry's id, so that confirming twice logs once; and a sleep is ended only while it is the one that
  /// was shown.
  /// - Parameter shown: the rehearsal's answer.
  public func confirmed(as shown: EntryAnswer) -> MethodCall? {
    let (entry, record) = (shown.entry.entry, shown.entry)
    let child = "\(entry.childID)"
    switch (self, entry.content) {
    case (.logFeeding, .feeding(let feeding)):
      return MethodCall(
        FeedingLog.self,
        .init(
          childID: child, method: feeding.method, startedSide: feeding.startedSide, breasts: feeding.breasts,
          amount: feeding.amount?.value, unit: feeding.amount?.unit, id: entry.id, time: .init(at: record.startLocal)))
    case (.logDiaper, .diaper(let type)):
      return MethodCall(DiaperLog.self, .init(childID: child, type: type, id: entry.id, at: record.startLocal))
    case (.logTummyTime, .tummyTime):
      let time = TimeWords(from: record.startLocal, to: record.endLocal)
      return MethodCall(TummyLog.self, .init(childID: child, id: entry.id, time: time))
    case (.startSleep, .sleep):
      return MethodCall(SleepStart.self, .init(childID: child, at: record.startLocal, id: entry.id))
    case (.stopSleep, .sleep):
      return MethodCall(
        SleepToggle.self, .init(childID: child, at: record.endLocal, ifRunning: .value(entry.id)))
    default: return nil
    }
  }
}
