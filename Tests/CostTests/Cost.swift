import Glibc

/// What a piece of work costs: processor time of its own thread, so that it does not matter what else the machine does,
/// and the least of several tries, so that what caches and interrupts add does not either. Instructions would be counted
/// instead if any machine let a test do that.
enum Cost {
  /// Below this the clock itself is what is measured, in nanoseconds.
  static let smallest = 20_000.0
  private static let tries = 5

  /// In nanoseconds.
  static func of(_ point: EntryPoint, times: Int) throws -> Double {
    let work = point.work(point.size * times)
    var least = Double.infinity
    for _ in 0..<tries {
      let before = now
      try work()
      least = min(least, now - before)
    }
    return least
  }

  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
