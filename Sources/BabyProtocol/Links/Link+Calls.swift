public import BabyModel

/// A link as a call to the daemon, in two steps: a rehearsal, which changes nothing and shows what would be done, and
/// then, once a person has confirmed that, the call that does just what was shown. Both answer an `EntryAnswer`.
extension Link {
  /// The dry run of the link's call; nil for a link that only opens something.
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
    case .say(let text): return MethodCall(PhraseLog.self, .init(text: text, options: options))
    case .open: return nil
    }
  }

  /// The call that does what was shown: the same child, content and times, whatever has changed since.
  ///
  /// It carries the entry's id, so that confirming twice logs once; and a sleep is ended only while it is the one that
  /// was shown.
  /// - Parameter shown: the rehearsal's answer.
  public func confirmed(as shown: EntryAnswer) -> MethodCall? {
    let entry = shown.entry.entry
    switch (self, entry.content) {
    case (.logFeeding, .feeding), (.logDiaper, .diaper), (.logTummyTime, .tummyTime), (.startSleep, .sleep):
      return Self.logging(shown.entry)
    case (.stopSleep, .sleep): return Self.ending(shown.entry)
    // Sides are switched, and pauses begin and end, when it is confirmed.
    case (.say, .feeding) where entry.updatedAt > entry.createdAt && entry.isRunning: return saying
    // A running timer is discarded.
    case (.say, _) where entry.deletedAt != nil: return saying
    // An existing timer is ended.
    case (.say, _): return entry.updatedAt > entry.createdAt ? Self.ending(shown.entry) : Self.logging(shown.entry)
    default: return nil
    }
  }

  private var saying: MethodCall? {
    guard case .say(let text) = self else { return nil }
    return MethodCall(PhraseLog.self, .init(text: text))
  }

  private static func logging(_ record: EntryRecord) -> MethodCall? {
    let entry = record.entry
    let (child, start, note, id) = ("\(entry.childID)", record.startLocal, entry.note, entry.id)
    let time = record.endLocal.map { TimeWords(from: start, to: $0) } ?? TimeWords(at: start)
    switch entry.content {
    case .feeding(let feeding) where entry.isRunning:
      return MethodCall(
        FeedingStart.self, .init(childID: child, side: feeding.turn?.side, at: start, note: note, id: id))
    case .feeding(let feeding):
      return MethodCall(
        FeedingLog.self,
        .init(
          childID: child, method: feeding.method, startedSide: feeding.startedSide, breasts: feeding.breasts,
          amount: feeding.amount?.value, unit: feeding.amount?.unit, content: feeding.content,
          leftSeconds: feeding.left.map { Int($0.components.seconds) },
          rightSeconds: feeding.right.map { Int($0.components.seconds) }, note: note, id: id, time: time))
    case .diaper(let type):
      return MethodCall(DiaperLog.self, .init(childID: child, type: type, note: note, id: id, at: start))
    case .sleep where record.endLocal == nil:
      return MethodCall(SleepStart.self, .init(childID: child, at: start, note: note, id: id))
    case .sleep: return MethodCall(SleepLog.self, .init(childID: child, note: note, id: id, time: time))
    case .tummyTime where record.endLocal == nil:
      return MethodCall(TummyStart.self, .init(childID: child, at: start, note: note, id: id))
    case .tummyTime: return MethodCall(TummyLog.self, .init(childID: child, note: note, id: id, time: time))
    case .note(let category):
      return MethodCall(NoteLog.self, .init(childID: child, text: note ?? "", category: category, id: id, at: start))
    case .declared where entry.isRunning:
      return MethodCall(
        TimerStart.self, .init(childID: child, name: entry.timer.name, at: start, note: note, id: id))
    case .declared(let kind, let values):
      return MethodCall(
        EntryLog.self,
        .init(childID: child, kind: entry.kind, fields: SaidFields(values, of: kind), note: note, id: id, time: time))
    }
  }

  private static func ending(_ record: EntryRecord) -> MethodCall? {
    let entry = record.entry
    let (child, end) = ("\(entry.childID)", record.endLocal)
    switch entry.content {
    case .sleep where entry.note != nil:
      return MethodCall(SleepStop.self, .init(childID: child, at: end, note: entry.note))
    case .sleep:
      return MethodCall(SleepToggle.self, .init(childID: child, at: end, ifRunning: .value(entry.id)))
    case .feeding: return MethodCall(FeedingToggle.self, .init(childID: child, at: end, ifRunning: .value(entry.id)))
    case .tummyTime: return MethodCall(TummyStop.self, .init(childID: child, at: end, note: entry.note))
    case .declared where entry.kind.declaration.isNamed:
      return MethodCall(TimerStop.self, .init(childID: child, name: entry.timer.name, at: end, note: entry.note))
    default: return nil
    }
  }
}
