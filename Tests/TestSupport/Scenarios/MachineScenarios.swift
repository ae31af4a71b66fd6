import BabyModel

package typealias MachineScenario = Scenario<any MachineDriver>

/// Logging, undoing and being told, on one machine.
extension Scenario where Driver == any MachineDriver {
  package static var all: [MachineScenario] {
    [logging, sleeping, refusals, undoing, undoneCounts, following, silence]
  }

  private static var logging: MachineScenario {
    MachineScenario("what is logged is on the timeline, newest first, and counts for the day") { log in
      try await log.does(.diaper(.wet))
      try await log.does(.bottle(milliliters: 120, minutesAgo: 2))
      try await log.does(.note("first smile", minutesAgo: 1))
      try await log.shows([LoggedEntry(.diaper), LoggedEntry(.note, "first smile"), LoggedEntry(.feeding)])
      try expect(try await log.day(), DayCount(feeds: 1, milliliters: 120, diapers: 1), "the day")
    }
  }

  private static var sleeping: MachineScenario {
    MachineScenario("one sleep runs, until it is stopped") { log in
      try await log.refuses(.stopSleep, "timer.notRunning")
      try await log.does(.startSleep(minutesAgo: 20))
      try await log.refuses(.startSleep(minutesAgo: 5), "timer.running")
      try expect(try await log.day().isAsleep, true, "asleep")
      try await log.shows([LoggedEntry(.sleep, isRunning: true)])
      try await log.does(.stopSleep)
      try expect(try await log.day().isAsleep, false, "asleep")
      try await log.shows([LoggedEntry(.sleep)])
    }
  }

  private static var refusals: MachineScenario {
    MachineScenario("what breaks a rule is refused, and nothing is logged") { log in
      try await log.refuses(.bottle(milliliters: 5000, minutesAgo: 1), "entry.invalid")
      try await log.shows([])
    }
  }

  private static var undoing: MachineScenario {
    MachineScenario("several changes are undone and done again, also after a restart") { log in
      for (minutes, text) in [(3, "one"), (2, "two"), (1, "three")] {
        try await log.does(.note(text, minutesAgo: minutes))
      }
      try await log.does(.renote("four"))
      try await log.does(.undo)
      try await log.does(.undo)
      try await log.restart()
      try await log.does(.undo)
      try await log.shows([LoggedEntry(.note, "one")])
      for _ in 0..<3 { try await log.does(.redo) }
      try await log.shows(["four", "two", "one"].map { LoggedEntry(.note, $0) })
      try await log.refuses(.redo, "redo.nothing")
    }
  }

  private static var undoneCounts: MachineScenario {
    MachineScenario("what was undone counts no more, and what is done after it cannot be done again") { log in
      try await log.does(.bottle(milliliters: 120, minutesAgo: 1))
      try await log.does(.undo)
      try expect(try await log.day(), DayCount(), "the day")
      try await log.does(.diaper(.dirty))
      try await log.refuses(.redo, "redo.nothing")
      try expect(try await log.day(), DayCount(diapers: 1), "the day")
    }
  }

  private static var following: MachineScenario {
    MachineScenario("a follower gets each change once and in order, undo included") { log in
      try await log.does(.note("before", minutesAgo: 1))
      let follower = try await log.follow()
      try await log.does(.bottle(milliliters: 120, minutesAgo: 1))
      try await log.does(.startSleep(minutesAgo: 20))
      try await log.does(.stopSleep)
      try await log.does(.undo)
      try await log.does(.undo)
      try await log.does(.note("the last", minutesAgo: 0))
      let (sleep, running) = (LoggedEntry(.sleep), LoggedEntry(.sleep, isRunning: true))
      let never = LoggedEntry(.sleep, isRunning: true, isDeleted: true)
      for wanted in [LoggedEntry(.feeding), running, sleep, running, never, LoggedEntry(.note, "the last")] {
        try expect(try await follower.next(), wanted, "the next change")
      }
    }
  }

  private static var silence: MachineScenario {
    MachineScenario("a follower gets no refused change") { log in
      let follower = try await log.follow()
      try await log.refuses(.stopSleep, "timer.notRunning")
      try await log.refuses(.bottle(milliliters: 5000, minutesAgo: 1), "entry.invalid")
      try await log.does(.diaper(.wet))
      try expect(try await follower.next(), LoggedEntry(.diaper), "the first change")
    }
  }
}
