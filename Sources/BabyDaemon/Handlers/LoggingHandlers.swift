import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords

extension HandlerTable {
  /// What a parent logs: feeds, diapers, sleep, tummy time and notes.
  mutating func addLogging() {
    write(FeedingLog.self) { params, book in
      let feeding = FeedingWish(
        method: params.method, startedSide: params.startedSide, breasts: params.breasts, amount: params.amount,
        unit: params.unit)
      return try book.answer(
        book.logFeeding(
          child: params.childID, feeding, time: params.time.texts, note: params.note, id: params.id))
    }
    write(DiaperLog.self) { params, book in
      try book.answer(
        book.logDiaper(child: params.childID, type: params.type, at: params.at, note: params.note, id: params.id))
    }
    write(NoteLog.self) { params, book in
      try book.answer(
        book.logNote(
          child: params.childID, text: params.text, category: params.category ?? .general, at: params.at, id: params.id)
      )
    }
    addSleep()
    addTummyTime()
  }

  private mutating func addSleep() {
    write(SleepStart.self) { params, book in
      try book.answer(
        book.startTimer(.sleep, child: params.childID, at: params.at, note: params.note, id: params.id))
    }
    write(SleepStop.self) { params, book in
      try book.answer(book.stopTimer(.sleep, child: params.childID, at: params.at, note: params.note))
    }
    write(SleepToggle.self) { params, book in
      try book.answer(
        book.toggleSleep(child: params.childID, at: params.at, ifRunning: params.ifRunning.map(\.value)))
    }
    write(SleepCancel.self) { params, book in try book.answer(book.cancelTimer(.sleep, child: params.childID)) }
    write(SleepLog.self) { params, book in
      try book.answer(
        book.logSleep(child: params.childID, time: params.time.texts, note: params.note, id: params.id))
    }
    write(SleepNap.self) { params, book in try book.answer(book.logNap(child: params.childID, id: params.id)) }
  }

  private mutating func addTummyTime() {
    write(TummyStart.self) { params, book in
      try book.answer(
        book.startTimer(.tummyTime, child: params.childID, at: params.at, note: params.note, id: params.id))
    }
    write(TummyStop.self) { params, book in
      try book.answer(book.stopTimer(.tummyTime, child: params.childID, at: params.at, note: params.note))
    }
    write(TummyLog.self) { params, book in
      try book.answer(
        book.logTummyTime(child: params.childID, time: params.time.texts, note: params.note, id: params.id))
    }
  }
}
