import BabyModel

/// Two machines that share a log.
extension Scenario where Driver: FamilyDriver {
  package static var all: [Scenario] { [logging, bothOffline, sleepTwice, conflict, undoing] }

  private static func same(_ family: Driver, line: Int = #line) async throws -> [LoggedEntry] {
    let (anna, ben) = (try await family.anna.timeline(), try await family.ben.timeline())
    try expect(anna, ben, "Anna's timeline and Ben's", line: line)
    return anna
  }

  private static var logging: Scenario {
    Scenario("what one logs is on the other machine") { family in
      try await family.anna.does(.bottle(milliliters: 120, minutesAgo: 1))
      try await family.settle()
      try await family.ben.shows([LoggedEntry(.feeding)])
      try expect(try await family.ben.day(), DayCount(feeds: 1, milliliters: 120), "Ben's day")
    }
  }

  private static var bothOffline: Scenario {
    Scenario("both log while the server is away; nothing is lost, nothing doubled, and both show the same") { family in
      try await family.cutOff()
      for number in 0..<5 {
        try await family.anna.does(.bottle(milliliters: 100 + number, minutesAgo: 40 - number))
        try await family.ben.does(.note("ben \(number)", minutesAgo: 30 - number))
      }
      try await family.reconnect()
      try await family.settle()
      let notes = (0..<5).reversed().map { LoggedEntry(.note, "ben \($0)") }
      try expect(try await same(family), notes + Array(repeating: LoggedEntry(.feeding), count: 5), "both timelines")
    }
  }

  private static var sleepTwice: Scenario {
    Scenario("a sleep that both start offline runs once, and the other one is in an inbox") { family in
      try await family.cutOff()
      try await family.ben.does(.startSleep(minutesAgo: 20))
      try await family.anna.does(.startSleep(minutesAgo: 10))
      try await family.reconnect()
      // The one that arrives later has to give way, whichever started first.
      try await family.settle()
      try expect(try await same(family), [LoggedEntry(.sleep, isRunning: true)], "both timelines")
      let conflicts = try await family.anna.conflicts() + family.ben.conflicts()
      try expect(conflicts.isEmpty, false, "no conflict in any inbox")
    }
  }

  private static var conflict: Scenario {
    Scenario("who changes the same entry later sees the other's version, and may put the own in its place") { family in
      try await family.anna.does(.note("slept badly", minutesAgo: 1))
      try await family.settle()
      try await family.cutOff()
      try await family.anna.does(.renote("anna's words"))
      try await family.ben.does(.renote("ben's words"))
      try await family.reconnect()
      try await family.settle()
      // Once the server is there again, either may come first.
      let isAnnaLate = try await !family.anna.conflicts().isEmpty
      let late = isAnnaLate ? family.anna : family.ben
      let (earlier, later) = isAnnaLate ? ("ben's words", "anna's words") : ("anna's words", "ben's words")
      try expect(try await same(family), [LoggedEntry(.note, earlier)], "both timelines")
      try expect(try await late.conflicts(), [later], "conflicts of who came later")
      try await late.applyConflict()
      try await family.settle()
      try expect(try await same(family), [LoggedEntry(.note, later)], "both timelines")
      try expect(try await late.conflicts(), [], "conflicts of who came later")
    }
  }

  private static var undoing: Scenario {
    Scenario("what is undone on one machine is gone from the other, and comes back") { family in
      try await family.anna.does(.note("a slip", minutesAgo: 1))
      try await family.settle()
      try await family.anna.does(.undo)
      try await family.settle()
      try await family.ben.shows([])
      try await family.anna.does(.redo)
      try await family.settle()
      try await family.ben.shows([LoggedEntry(.note, "a slip")])
    }
  }
}
