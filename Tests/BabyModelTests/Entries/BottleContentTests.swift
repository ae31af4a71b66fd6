import Testing

@testable import BabyModel

@Suite("A bottle's content")
struct BottleContentTests {
  private static let morning = "2020-05-10T08:00:00-07:00"

  private func bottle(
    _ amount: Volume?, of content: BottleContent?, at start: String = Self.morning
  ) throws -> Entry {
    try .make(.feeding(Feeding(method: .bottle, amount: amount, content: content)), start)
  }

  @Test("is shown with the amount, wherever an entry is shown", arguments: BottleContent.allCases)
  func words(content: BottleContent) throws {
    let name = Words.name(of: content)
    let entry = try bottle(.ml(90), of: content)
    #expect(Words.line(entry, units: .milliliters) == "Bottle · 90 ml \(name)")
    #expect(Words.logged(entry, units: .milliliters) == "Logged bottle · 90 ml \(name)")
    #expect(try Words.line(bottle(nil, of: content), units: .milliliters) == "Bottle · \(name)")
    #expect(try Words.line(bottle(.ml(90), of: nil), units: .milliliters) == "Bottle · 90 ml")
    #expect(Words.fields(entry.content) { _ in "" }.last?.value == name)
  }

  @Test("is known by its common names, and by no others")
  func names() {
    for (name, content) in [
      ("formula", BottleContent.formula), ("breastMilk", .breastMilk), ("breast-milk", .breastMilk),
      ("EBM", .breastMilk),
      ("pumped milk", .breastMilk), ("other-milk", .otherMilk), ("cow's milk", .otherMilk), ("water", .water),
    ] {
      #expect(BottleContent(named: name) == content, "\(name)")
    }
    for name in ["", "milk", "tea", "formula 90ml", "bottle"] { #expect(BottleContent(named: name) == nil, "\(name)") }
  }

  @Test("belongs to a bottle and nothing else", arguments: FeedingMethod.allCases)
  func methods(method: FeedingMethod) throws {
    let entry = try Entry.make(.feeding(Feeding(method: method, content: .breastMilk)), Self.morning)
    let (child, noon) = (try Child.make(), try at("2020-05-10T12:00:00-07:00"))
    do throws(BabyError) {
      try entry.validate(child: child, zone: .losAngeles, now: noon)
      #expect(method == .bottle)
    } catch {
      #expect(error == .entryInvalid([.misfit("content", EntrySort(method))]))
      #expect(method != .bottle)
    }
  }

  @Test("is found by its words, and only in its own bottles")
  func search() throws {
    func finds(_ text: String, _ content: BottleContent?) throws -> Bool {
      EntrySearch(text, units: .milliliters, zone: .losAngeles).matches(try bottle(.ml(90), of: content))
    }
    #expect(try finds("formula", .formula) && finds("bottle 90 form", .formula) && finds("breast milk", .breastMilk))
    #expect(try !finds("formula", .breastMilk) && !finds("formula", nil) && !finds("water", .otherMilk))
    let search = EntrySearch("formula", units: .milliliters, zone: .losAngeles)
    #expect(search.inNotesOnly == 0, "more than notes are looked through")
  }

  @Test("distinguishes two bottles of one time, unless one of them has none")
  func similar() throws {
    func isOne(_ one: BottleContent?, _ other: BottleContent?) throws -> Bool {
      var entries = SimilarEntries()
      let logged = try bottle(.ml(90), of: one)
      entries.add(EntryTraits(logged, source: nil), of: logged.childID)
      var row = try bottle(.ml(90), of: other)
      row.id = EntryID(high: 7, low: 7)
      var taken: [EntryID: EntryID] = [:]
      let partners = entries.partners(of: [EntryTraits(row, source: "x")], child: row.childID, taken: &taken)
      return partners[0] == logged.id
    }
    #expect(try isOne(.formula, .formula) && isOne(.formula, nil) && isOne(nil, .breastMilk))
    #expect(try !isOne(.formula, .breastMilk) && !isOne(.water, .formula))
  }

  // MARK: Quick logging

  private func feeding(
    _ method: FeedingMethod? = nil, amount: Double? = nil, of content: BottleContent? = nil,
    after facts: DashboardFacts = DashboardFacts()
  ) throws -> Feeding {
    try QuickLog.feeding(
      method: method, startedSide: nil, breasts: nil, amount: amount, unit: nil, content: content, child: .make(),
      settings: Settings(), facts: facts)
  }

  @Test("alone means a bottle, as big as the last one; the last content is not repeated")
  func quick() throws {
    let last = try bottle(.ml(150), of: .formula)
    let facts = DashboardFacts(lastFeeding: last, lastBottle: last)
    #expect(try feeding(of: .breastMilk, after: facts).content == .breastMilk)
    #expect(try feeding(of: .breastMilk, after: facts).amount == .ml(150))
    #expect(try feeding(.bottle, after: facts) == Feeding(method: .bottle, amount: .ml(150)))
    for method in [FeedingMethod.breast, .pumping] {
      #expect(throws: BabyError.entryInvalid([.misfit("content", EntrySort(method))])) {
        try feeding(method, of: .formula)
      }
    }
  }

  @Test("water needs an amount, and does not affect the size of the next bottle of milk")
  func water() throws {
    #expect(throws: BabyError.self) { try feeding(of: .water) }
    #expect(try feeding(amount: 30, of: .water).amount == .ml(30))
    let (milk, water) = (try bottle(.ml(150), of: nil), try bottle(.ml(30), of: .water))
    var facts = DashboardFacts(lastFeeding: water, lastBottle: water)
    #expect(QuickLog(facts: facts, settings: Settings()).amount == .ml(120))
    facts.lastMilkBottle = milk
    #expect(QuickLog(facts: facts, settings: Settings()).amount == .ml(150))
  }

  // MARK: Sums

  @Test("is summed separately, for the bottles where it is known")
  func totals() throws {
    let totals = DayTotals(
      entries: [
        try bottle(.ml(120), of: .formula), try bottle(.ml(180), of: .formula), try bottle(.oz(4), of: .breastMilk),
        try bottle(.ml(60), of: nil), try bottle(.ml(90), of: .formula, at: "2020-05-09T08:00:00-07:00"),
        try bottle(nil, of: .water),
      ], in: DayWindow(try date("2020-05-10"), dayStart: .midnight, zone: .losAngeles))
    #expect(totals.feedingMilliliters == 360 + 4 * VolumeUnit.ounces.milliliters)
    #expect(totals.contents[.formula] == 300 && totals.contents[.breastMilk] == 4 * VolumeUnit.ounces.milliliters)
    #expect(totals.contents[.otherMilk] == 0 && totals.contents[.water] == 0)
  }

  @Test(
    "is shown after the sum: once if all of it was the same, otherwise in parts, and not if unknown",
    arguments: [
      ([:], "480 ml"), ([.formula: 480], "480 ml formula"), ([.formula: 300], "480 ml (300 ml formula)"),
      ([.breastMilk: 180, .formula: 300], "480 ml (300 ml formula, 180 ml breast milk)"),
    ] as [([BottleContent: Double], String)])
  func sums(contents: [BottleContent: Double], text: String) {
    #expect(Words.amount(milliliters: 480, in: .milliliters) { contents[$0] ?? 0 } == text)
  }
}
