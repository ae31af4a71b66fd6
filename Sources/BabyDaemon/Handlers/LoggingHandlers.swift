import BabyEngine
import BabyModel
import BabyProtocol

extension MethodHandlers {
  /// What a parent logs: feeds, diapers, sleep, tummy time and notes.
  mutating func addLogging() {
    write(FeedingLog.self) { params, logbook in
      let feeding = FeedingWish(
        method: params.method, startedSide: params.startedSide, breasts: params.breasts, amount: params.amount,
        unit: params.unit, content: params.content, left: params.leftSeconds.map { .seconds($0) },
        right: params.rightSeconds.map { .seconds($0) })
      return try logbook.answer(
        logbook.logFeeding(
          child: params.childID, feeding, time: params.time.texts, note: params.note, id: params.id))
    }
    write(DiaperLog.self) { params, logbook in
      try logbook.answer(
        logbook.logDiaper(child: params.childID, type: params.type, at: params.at, note: params.note, id: params.id))
    }
    write(NoteLog.self) { params, logbook in
      try logbook.answer(
        logbook.logNote(
          child: params.childID, text: params.text, category: params.category ?? .general, at: params.at, id: params.id)
      )
    }
    write(EntryLog.self) { params, logbook in
      try logbook.answer(
        logbook.logEntry(
          params.kind, child: params.childID, params.fields ?? SaidFields(), time: params.time.texts, note: params.note,
          id: params.id))
    }
    write(PhraseLog.self) { params, logbook in
      try logbook.answer(logbook.logPhrase(params.text, child: params.childID, id: params.id))
    }
    addFeeding()
    addSleep()
    addTummyTime()
    addTimers()
  }

  private mutating func addFeeding() {
    write(FeedingStart.self) { params, logbook in
      try logbook.answer(
        logbook.startFeeding(
          child: params.childID, side: params.side, at: params.at, note: params.note, id: params.id))
    }
    write(FeedingSwitch.self) { params, logbook in
      try logbook.answer(logbook.take(.switchSides(), child: params.childID, at: params.at))
    }
    write(FeedingPause.self) { params, logbook in
      try logbook.answer(logbook.take(.pause, child: params.childID, at: params.at))
    }
    write(FeedingResume.self) { params, logbook in
      try logbook.answer(logbook.take(.resume(params.side), child: params.childID, at: params.at))
    }
    write(FeedingStop.self) { params, logbook in
      try logbook.answer(logbook.stopTimer(.feeding, child: params.childID, at: params.at, note: params.note))
    }
    write(FeedingToggle.self) { params, logbook in
      try logbook.answer(
        logbook.toggleFeeding(
          child: params.childID, side: params.side, at: params.at, ifRunning: params.ifRunning.map(\.value)))
    }
  }

  private mutating func addSleep() {
    write(SleepStart.self) { params, logbook in
      try logbook.answer(
        logbook.startTimer(.sleep, child: params.childID, at: params.at, note: params.note, id: params.id))
    }
    write(SleepStop.self) { params, logbook in
      try logbook.answer(logbook.stopTimer(.sleep, child: params.childID, at: params.at, note: params.note))
    }
    write(SleepToggle.self) { params, logbook in
      try logbook.answer(
        logbook.toggleSleep(child: params.childID, at: params.at, ifRunning: params.ifRunning.map(\.value)))
    }
    write(SleepCancel.self) { params, logbook in try logbook.answer(logbook.cancelTimer(.sleep, child: params.childID))
    }
    write(SleepLog.self) { params, logbook in
      try logbook.answer(
        logbook.logSleep(child: params.childID, time: params.time.texts, note: params.note, id: params.id))
    }
    write(SleepNap.self) { params, logbook in try logbook.answer(logbook.logNap(child: params.childID, id: params.id)) }
  }

  /// Of all that has a timer, by what it is called.
  private mutating func addTimers() {
    write(TimerStart.self) { params, logbook in
      try logbook.answer(
        logbook.startTimer(
          TimerKey(named: params.name), child: params.childID, at: params.at, note: params.note, id: params.id))
    }
    write(TimerStop.self) { params, logbook in
      try logbook.answer(
        logbook.stopTimer(TimerKey(named: params.name), child: params.childID, at: params.at, note: params.note))
    }
    write(TimerCancel.self) { params, logbook in
      try logbook.answer(logbook.cancelTimer(TimerKey(named: params.name), child: params.childID))
    }
  }

  private mutating func addTummyTime() {
    write(TummyStart.self) { params, logbook in
      try logbook.answer(
        logbook.startTimer(.tummyTime, child: params.childID, at: params.at, note: params.note, id: params.id))
    }
    write(TummyStop.self) { params, logbook in
      try logbook.answer(logbook.stopTimer(.tummyTime, child: params.childID, at: params.at, note: params.note))
    }
    write(TummyLog.self) { params, logbook in
      try logbook.answer(
        logbook.logTummyTime(child: params.childID, time: params.time.texts, note: params.note, id: params.id))
    }
  }
}
