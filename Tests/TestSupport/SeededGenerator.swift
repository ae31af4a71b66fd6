import Synchronization

/// Random numbers that are the same each time (SplitMix64), so that a failure can be repeated.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The same numbers from one generator for callers in several tasks.
package final class SeededRandom: Sendable {
  private let generator: Mutex<SeededGenerator>

  package init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

  @Sendable package func next() -> UInt64 { generator.withLock { $0.next() } }

  package func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
