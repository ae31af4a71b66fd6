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
