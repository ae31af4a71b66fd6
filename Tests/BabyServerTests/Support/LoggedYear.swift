import BabyModel
import BabyStore

/// A made-up log of some length, the same each time: feeds, diapers, naps and nights of a child that gets older.
struct LoggedYear {
  private(set) var entries: [Entry] = []
  private var dice: UInt64 = 7
  private let child: ChildID
  private let first: UInt64

  /// - Parameters:
  ///   - now: before which all of it lies.
  ///   - number: of the first entry, where there are several logs.
  init(of child: ChildID, days: Int, until now: Instant, from number: UInt64 = 0) {
    self.child = child
    first = number
    let zone = 3_600_000 as Int64
    for day in (1...days).reversed() {
      // Local midnight of a day of 24 hours.
      let midnight = (now.milliseconds + zone) / 86_400_000 * 86_400_000 - zone - Int64(day - 1) * 86_400_000
      func at(_ hour: Double) -> Instant { Instant(milliseconds: midnight + Int64(hour * 3_600_000)) }
      for hour in stride(from: 0.5, to: 24, by: 3) {
        let start = at(hour + roll(40) / 60)
        add(.feeding(Feeding(method: .bottle)), start, nil, now)
        if roll(10) < 7 { add(.diaper(.wet), start + .minutes(20), nil, now) }
      }
      for hour in [9.0, 12.5, 16] { add(.sleep, at(hour + roll(50) / 60), 0.7 + roll(60) / 60, now) }
      add(.sleep, at(19.5 + roll(50) / 60), 10.5 + roll(40) / 60, now)
    }
  }

  private mutating func roll(_ sides: Int) -> Double {
    dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double((dice >> 33) % UInt64(sides))
  }

  /// - Parameter hours: how long it lasts.
  private mutating func add(_ content: EntryContent, _ start: Instant, _ hours: Double?, _ now: Instant) {
    let end = hours.map { start + .minutes(Int($0 * 60)) }
    guard start < now, end.map({ $0 < now }) ?? true else { return }
    entries.append(
      Entry(
        id: EntryID(high: 0x0197_0000_0000_7000, low: 0x9000_0000_0000_0000 | first + UInt64(entries.count)),
        childID: child,
        content: content, start: start, end: end, author: "Anna", createdAt: start, updatedAt: start))
  }
}
