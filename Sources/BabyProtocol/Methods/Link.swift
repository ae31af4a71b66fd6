public import BabyModel

/// A link as a call to the daemon, in two steps: a rehearsal, which changes nothing and shows what would be done, and
/// then, once a person has confirmed that, the call that does just what was shown. Both answer an `EntryAnswer`.
extension Link {
  /// The dry run of the link's call; nil for a link that only opens something.
  public var rehearsal: MethodCall? {
    let options = WriteOptions(dryRun: true)
    switch self {
    case .logFeeding(let amount, let unit):
      return MethodCall(EntryLog.self, .init(entry: .feeding(amount: amount, unit: unit), options: options))
    case .logDiaper(let type): return MethodCall(EntryLog.self, .init(entry: .diaper(type), options: options))
    case .logTummyTime(let duration):
      let time = TimeTexts(for: duration.map { "\($0.components.seconds)s" })
      return MethodCall(EntryLog.self, .init(entry: .tummyTime, time: time, options: options))
    case .startSleep: return MethodCall(TimerStart.self, .init(timer: .sleep, options: options))
    case .stopSleep: return MethodCall(TimerStop.self, .init(timer: .sleep, options: options))
    case .say(let text): return MethodCall(PhraseLog.self, .init(text: text, options: options))
    case .open: return nil
    }
  }

  /// The call that does what was shown: the same child, content and times, whatever has changed since.
  ///
  /// It carries the entry's id, so that confirming twice logs once; and a timer is ended only while it is the one
  /// that was shown.
  /// - Parameter shown: the rehearsal's answer.
  public func confirmed(as shown: EntryAnswer) -> MethodCall? {
    let entry = shown.entry.entry
    switch (self, entry.content) {
    case (.logFeeding, .feeding), (.logDiaper, .diaper), (.logTummyTime, .tummyTime), (.startSleep, .sleep):
      return Self.logging(shown.entry)
    case (.stopSleep, .sleep): return Self.ending(shown.entry)
    // Sides are switched, and pauses begin and end, when it is confirmed.
    case (.say, .feeding) where entry.updatedAt > entry.createdAt && entry.isRunning: return phraseCall
    // A running timer is discarded.
    case (.say, _) where entry.deletedAt != nil: return phraseCall
    // An existing timer is ended.
    case (.say, _): return entry.updatedAt > entry.createdAt ? Self.ending(shown.entry) : Self.logging(shown.entry)
    default: return nil
    }
  }

  private var phraseCall: MethodCall? {
    guard case .say(let text) = self else { return nil }
    return MethodCall(PhraseLog.self, .init(text: text))
  }

  private static func logging(_ record: EntryRecord) -> MethodCall? {
    let entry = record.entry
    let (child, start, note, id) = ("\(entry.childID)", record.startLocal, entry.note, entry.id)
    if entry.isRunning {
      let side = TimerSide(entry.turn?.side)
      return MethodCall(
        TimerStart.self, .init(childID: child, timer: entry.timer, side: side, at: start, note: note, id: id))
    }
    let input = EntryInput(entry.kind, FieldInputs(entry.content.values, of: entry.kind.declaration))
    let time = record.endLocal.map { TimeTexts(from: start, to: $0) } ?? TimeTexts(at: start)
    return MethodCall(EntryLog.self, .init(childID: child, entry: input, note: note, id: id, time: time))
  }

  private static func ending(_ record: EntryRecord) -> MethodCall? {
    let entry = record.entry
    guard entry.kind.hasTimer else { return nil }
    let (child, end) = ("\(entry.childID)", record.endLocal)
    return MethodCall(
      TimerStop.self, .init(childID: child, timer: entry.timer, at: end, note: entry.note, ifRunning: entry.id))
  }
}
