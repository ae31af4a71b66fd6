import Foundation

/// How often, and at which moments, scenarios kill a program.
///
/// The gate runs forty rounds, always the same. `TEST_ROUNDS` and `TEST_SEED` ask for more, or others:
/// `TEST_ROUNDS=1000 TEST_SEED=7 swift test --filter KillTests`.
enum KillRounds {
  static let count = number("TEST_ROUNDS") ?? 40
  static let seed = UInt64(number("TEST_SEED") ?? 2019_12_18)

  private static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}

/// Returns the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
