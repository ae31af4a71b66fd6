import Testing

/// Whoever can send something can send a lot of it: the work goes up with the length, and no faster.
@Suite("Cost is linear", .serialized)
struct CostTests {
  @Test("eight times as much takes about eight times as long, and not 64 times", arguments: EntryPoint.all)
  func linear(point: EntryPoint) throws {
    let costs = try [1, 2, 4, 8].map { try Cost.of(point, times: $0) }
    // A square would be 64 times as much. Half of the way to it, by the logarithm, is far from what a busy machine adds.
    let growth = costs[3] / max(costs[0], Cost.smallest)
    #expect(growth <= 24, "\(costs.map { "\($0 / 1e6) ms" }.joined(separator: ", "))")
  }

  @Test("the measure tells a square from a line")
  func measure() throws {
    let square = EntryPoint("pairs", 250) { count in
      let numbers = Array(0..<count)
      return { _ = numbers.reduce(0) { $0 &+ numbers.reduce($1, ^) } }
    }
    #expect(try Cost.of(square, times: 8) / Cost.of(square, times: 1) > 24)
  }
}
