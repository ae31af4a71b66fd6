import Testing
import trial_program

/// Senders can send a lot: the work grows with the length, and no faster.
@Suite("Cost is linear", .enabled(if: Cost.isCounted, "valgrind is missing: apt-get install valgrind"))
struct CostTests {
  /// What growth of the input by eight may come to; a square would be 64.
  private static let most = 9.0

  @Test("eight times as much takes about eight times as many instructions", arguments: EntryPoint.all)
  func linear(point: EntryPoint) async throws {
    let counts = try #require(try await Cost.all.value[point.name])
    #expect(growth(of: counts) <= Self.most, "\(counts)")
  }

  @Test("the measurement distinguishes quadratic from linear")
  func measure() async throws {
    let counts = try #require(try await Cost.all.value[EntryPoint.square.name])
    #expect(growth(of: counts) > Self.most, "\(counts)")
  }

  private func growth(of counts: [Int]) -> Double { Double(counts[1]) / Double(counts[0]) }
}

extension EntryPoint: CustomTestStringConvertible {
  public var testDescription: String { name }
}
