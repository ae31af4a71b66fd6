import BabyModel

/// When a child's nights began.
struct Nights {
  struct Night {
    /// Days since 1970 of the evening's date.
    var day: Int
    /// Hours after that date's midnight by the child's clocks; 25 is one in the morning.
    var hour: Double
    /// In minutes since 1970.
    var start: Double
  }

  private(set) var nights: [Night] = []

  init(_ history: History, clock: LocalClock) {
    var blocks: [(start: Double, end: Double, asleep: Double)] = []
    for sleep in history.sleeps {
      guard let end = sleep.end else { continue }
      if let last = blocks.last, sleep.start - last.end <= Parameters.nightJoin.minutes {
        blocks[blocks.count - 1].end = end
        blocks[blocks.count - 1].asleep += end - sleep.start
      } else {
        blocks.append((sleep.start, end, end - sleep.start))
      }
    }
    var longest = 0.0
    for block in blocks where block.asleep >= Parameters.shortestNight.minutes {
      let evening = Evening(block.start, clock: clock)
      guard evening.hour >= Parameters.evening.from, evening.hour < Parameters.evening.to else { continue }
      let night = Night(day: evening.day, hour: evening.hour, start: block.start)
      if nights.last?.day == evening.day {
        if block.asleep <= longest { continue }
        nights[nights.count - 1] = night
      } else {
        nights.append(night)
      }
      longest = block.asleep
    }
  }
}

/// A time as hours after the midnight before an evening: the small hours belong to the evening before them.
struct Evening {
  var day: Int
  /// `Parameters.morning`..<24 + `Parameters.morning`.
  var hour: Double

  init(_ minutes: Double, clock: LocalClock) {
    let instant = Instant(minutes: minutes)
    let local = minutes + Double(clock.zone.offset(at: instant)) / 60 - Parameters.morning * 60
    day = Int((local / 1440).rounded(.down))
    hour = (local - Double(day) * 1440) / 60 + Parameters.morning
  }
}
