import BabyEngine
import BabyModel
import BabyProtocol

extension MethodHandlers {
  /// What a parent logs, and the timers that are started and stopped.
  mutating func addLogging() {
    write(EntryLog.self) { params, logbook in
      try logbook.answer(
        logbook.logEntry(
          params.entry, child: params.childID, time: params.time.texts, note: params.note, id: params.id))
    }
    write(PhraseLog.self) { params, logbook in
      try logbook.answer(logbook.logPhrase(params.text, child: params.childID, id: params.id))
    }
    write(TimerStart.self) { params, logbook in
      try logbook.answer(
        logbook.startTimer(
          params.timer, side: params.side.side, child: params.childID, at: params.at, note: params.note, id: params.id))
    }
    write(TimerStop.self) { params, logbook in
      try logbook.answer(
        logbook.stopTimer(
          params.timer, child: params.childID, at: params.at, note: params.note, ifRunning: params.ifRunning))
    }
    write(TimerToggle.self) { params, logbook in
      try logbook.answer(
        logbook.toggleTimer(
          params.timer, side: params.side.side, child: params.childID, at: params.at,
          ifRunning: params.ifRunning.map(\.value)))
    }
    write(TimerSwitch.self) { params, logbook in
      try logbook.answer(logbook.take(.switchSides(), child: params.childID, at: params.at))
    }
    write(TimerPause.self) { params, logbook in
      try logbook.answer(logbook.take(.pause, child: params.childID, at: params.at))
    }
    write(TimerResume.self) { params, logbook in
      try logbook.answer(logbook.take(.resume(params.side), child: params.childID, at: params.at))
    }
    write(TimerCancel.self) { params, logbook in
      try logbook.answer(logbook.cancelTimer(params.timer, child: params.childID))
    }
  }
}
