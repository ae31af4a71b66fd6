import Testing

@testable import BabyModel

@Suite("Quick logs")
struct QuickLogTests {
  private let morning = "2020-05-10T08:00:00-07:00"

  private func quick(_ facts: DashboardFacts, units: VolumeUnit = .milliliters) -> QuickLog {
    var settings = Settings()
    settings.units = units
    return QuickLog(facts: facts, settings: settings)
  }

  @Test("Before any entries: 120 ml or 4 oz, left, wet, 5 minutes")
  func defaults() {
    let quick = quick(DashboardFacts())
    #expect(quick.amount == .ml(120) && quick.side == .left)
    #expect(quick.diaperType == .wet && quick.tummyDuration == .minutes(5))
    #expect(self.quick(DashboardFacts(), units: .ounces).amount == .oz(4))
  }

  @Test("Then the last-used values, as they were typed")
  func lastUsed() throws {
    let quick = quick(
      DashboardFacts(
        lastBreastFeeding: try .breast(.left, .both, morning), lastBottle: try .bottle(.oz(5.5), morning),
        lastDiaper: try .make(.diaper(.dirty), morning),
        lastTummyTime: try .make(.tummyTime, morning, to: "2020-05-10T08:07:30-07:00")))
    #expect(quick.amount == .oz(5.5) && quick.side == .right)
    #expect(quick.diaperType == .dirty && quick.tummyDuration == .seconds(450))
  }

  @Test("A bottle without an amount does not count")
  func amountless() throws { #expect(try quick(DashboardFacts(lastBottle: .bottle(nil, morning))).amount == .ml(120)) }

  @Test(
    "Never under 10 ml, and 3 ounces are more than that",
    arguments: [
      (Volume.ml(9.9), Volume.ml(10)), (.ml(10), .ml(10)), (.oz(0.3), .ml(10)), (.oz(3), .oz(3)),
    ])
  func least(last: Volume, amount: Volume) throws {
    #expect(try quick(DashboardFacts(lastBottle: .bottle(last, morning))).amount == amount)
  }

  @Test("Never 0 seconds of tummy time, nor more than the maximum")
  func tummy() throws {
    #expect(try QuickLog.tummyDuration(last: .make(.tummyTime, morning, to: morning)) == .minutes(5))
    #expect(try QuickLog.tummyDuration(last: .make(.tummyTime, morning)) == .minutes(5))
    #expect(
      try QuickLog.tummyDuration(last: .make(.tummyTime, morning, to: "2020-05-10T11:00:00-07:00")) == .minutes(5))
  }

  @Test("A nap is 10 minutes with a note that says so")
  func nap() {
    #expect(QuickLog.napDuration == .minutes(10))
    #expect(QuickLog.napNote == "Quick log nap (10 min)")
  }
}

@Suite("A feed with missing values filled in")
struct QuickFeedTests {
  private func feeding(
    _ method: FeedingMethod? = nil, side: Side? = nil, breasts: Breasts? = nil, amount: Double? = nil,
    unit: VolumeUnit? = nil, style: FeedingStyle? = nil, facts: DashboardFacts = DashboardFacts()
  ) throws -> Feeding {
    try QuickLog.feeding(
      method: method, startedSide: side, breasts: breasts, amount: amount, unit: unit,
      child: .make(feedingStyle: style), settings: Settings(), facts: facts)
  }

  @Test("The feeding style decides the method, then the last feed, then it is a bottle")
  func method() throws {
    let breast = DashboardFacts(lastFeeding: try .breast(.left, .one, "2020-05-10T08:00:00-07:00"))
    #expect(try feeding().method == .bottle)
    #expect(try feeding(facts: breast).method == .breast)
    #expect(try feeding(style: .both, facts: breast).method == .breast)
    #expect(try feeding(style: .bottle, facts: breast).method == .bottle)
    #expect(try feeding(style: .breast).method == .breast)
  }

  @Test("A side means the breast, an amount a bottle")
  func implied() throws {
    #expect(try feeding(side: .right) == Feeding(method: .breast, startedSide: .right, breasts: .one))
    #expect(try feeding(breasts: .both) == Feeding(method: .breast, startedSide: .left, breasts: .both))
    #expect(try feeding(amount: 90, style: .breast) == Feeding(method: .bottle, amount: .ml(90)))
    #expect(try feeding(amount: 3, unit: .ounces) == Feeding(method: .bottle, amount: .oz(3)))
  }

  @Test("The breast is the suggested one")
  func side() throws {
    let facts = DashboardFacts(lastBreastFeeding: try .breast(.left, .one, "2020-05-10T08:00:00-07:00"))
    #expect(try feeding(.breast, facts: facts).startedSide == .right)
  }

  @Test("Pumping gets no default values")
  func pumping() throws { #expect(try feeding(.pumping) == Feeding(method: .pumping)) }

  @Test("A unit needs an amount")
  func unit() {
    #expect(throws: BabyError.entryInvalid([FieldError("unit", "needs an amount")])) {
      try feeding(unit: .ounces)
    }
  }
}

@Suite("The suggested side")
struct SuggestedSideTests {
  @Test("It is not the one that the last breast feed began with, switched or not")
  func opposite() throws {
    #expect(try Side.suggested(after: .breast(.left, .one, "2020-05-10T08:00:00Z")) == .right)
    #expect(try Side.suggested(after: .breast(.right, .both, "2020-05-10T08:00:00Z")) == .left)
  }

  @Test("There is none before the first, or after one with an unknown side")
  func none() throws {
    #expect(Side.suggested(after: nil) == nil)
    #expect(try Side.suggested(after: .breast(nil, .both, "2020-05-10T08:00:00Z")) == nil)
  }

  @Test("Pumping and bottles suggest nothing")
  func notBreast() throws {
    let pumping = Feeding(method: .pumping, startedSide: .left)
    #expect(try Side.suggested(after: .make(.feeding(pumping), "2020-05-10T08:00:00Z")) == nil)
    #expect(try Side.suggested(after: .bottle(.ml(100), "2020-05-10T08:00:00Z")) == nil)
  }
}
