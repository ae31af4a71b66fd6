import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// - Parameter limit: the maximum number of foods; fewer if their texts would exceed an answer's size.
  public func foods(of reference: String?, limit: Int) throws -> FoodList.Answer {
    let child = try child(reference)
    var foods = TriedFoods()
    try eachEntry(of: .food, child: child.id) { entry in
      foods.add(entry)
      return true
    }
    let all = foods.all
    var room = EntryQuery.answerRoom
    let shown = all.prefix(limit).prefix { food in
      room -= food.wireSize
      return room >= 0
    }
    let (theme, zone) = (try settings(of: child).theme, try zone(child.zone))
    return FoodList.Answer(
      child: ChildReference(child), theme: theme, foods: shown.map { FoodRecord($0, in: zone) },
      leftOut: all.count > shown.count ? all.count - shown.count : nil)
  }

  /// - Parameter limit: the maximum number of changes; fewer if they would exceed an answer's size.
  public func storedMilk(of reference: String?, limit: Int) throws -> MilkGet.Answer {
    let child = try child(reference)
    let (settings, zone) = (try settings(of: child), try zone(child.zone))
    var (milliliters, changes): (Double, [EntryRecord]) = (0, [])
    var room = EntryQuery.answerRoom
    try eachEntry(of: .milkStore, child: child.id) { entry in
      milliliters += entry.content.storedMilliliters
      room -= entry.wireSize
      if changes.count < limit, room >= 0 { changes.append(EntryRecord(entry, in: zone)) }
      return true
    }
    // Sums leave noise behind the third place.
    func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
    return MilkGet.Answer(
      child: ChildReference(child), units: settings.units, timeFormat: settings.timeFormat, theme: settings.theme,
      amount: rounded(milliliters / settings.units.milliliters), amountMl: rounded(milliliters), changes: changes)
  }

  /// The medicines that a child got, the latest first.
  public func medicines(of reference: String?) throws -> MedicineList.Answer {
    let child = try child(reference)
    let (settings, zone) = (try settings(of: child), try zone(child.zone))
    let courses = MedicineCourse.all(in: try transaction.doses(of: child.id, before: now), at: now)
    return MedicineList.Answer(
      child: ChildReference(child), timeFormat: settings.timeFormat, theme: settings.theme,
      medicines: courses.map { MedicineRecord($0, in: zone) })
  }

  /// The foods that were new with some of a child's entries.
  ///
  /// Known foods are mostly found quickly; only new ones need a search of all older entries.
  func newFoods(in entries: [Entry], of child: ChildID) throws -> [NewFoodsRecord]? {
    var foods = NewFoods(in: entries)
    guard let newest = foods.newest else { return nil }
    try eachEntry(of: .food, child: child, before: newest + .milliseconds(1)) { entry in
      foods.add(entry)
      return !foods.isSettled
    }
    let records = entries.map { NewFoodsRecord(entryID: $0.id, foods: foods.foods(of: $0)) }
      .filter { !$0.foods.isEmpty }
    return records.isEmpty ? nil : records
  }

  /// Goes through the entries of a kind, newest first, without holding them all.
  ///
  /// - Parameter body: returns whether to continue.
  private func eachEntry(
    of kind: KindDeclaration, child: ChildID, before end: Instant? = nil, _ body: (Entry) -> Bool
  ) throws {
    var query = EntryQuery(child: child, to: end, kinds: [.declared(kind)], limit: 500)
    repeat {
      let page = try transaction.entries(query)
      guard page.entries.allSatisfy(body) else { return }
      query.cursor = page.nextCursor
    } while query.cursor != nil
  }
}

extension TriedFood {
  /// Bytes of its record on the wire, at most: a quotation mark takes two.
  fileprivate var wireSize: Int {
    let texts = [name] + reactions + allergens
    return 600 + texts.reduce(0) { $0 + 2 * $1.utf8.count }
  }
}
