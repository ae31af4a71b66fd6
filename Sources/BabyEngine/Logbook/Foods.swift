public import BabyModel
import BabyStore

/// The foods that a child has tried, and what it takes to show them.
public struct FoodView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  /// The one that was tried first last.
  public var foods: [TriedFood]
  /// How many more there are.
  public var leftOut: Int
}

/// How much breast milk is stored for a child, and what it takes to show it.
public struct MilkView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  /// The sum of all changes.
  public var milliliters: Double
  /// Newest first.
  public var changes: [Entry]
}

extension LogbookReader {
  /// - Parameter limit: how many foods are told; fewer where their texts are more than an answer has room for.
  public func foods(of reference: String?, limit: Int) throws -> FoodView {
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
    return FoodView(
      child: child, settings: try settings(of: child), zone: try zone(child.zone), foods: Array(shown),
      leftOut: all.count - shown.count)
  }

  /// - Parameter limit: how many changes are told; fewer where they are more than an answer has room for.
  public func storedMilk(of reference: String?, limit: Int) throws -> MilkView {
    let child = try child(reference)
    var view = MilkView(
      child: child, settings: try settings(of: child), zone: try zone(child.zone), milliliters: 0, changes: [])
    var room = EntryQuery.answerRoom
    try eachEntry(of: .milkStore, child: child.id) { entry in
      view.milliliters += entry.content.storedMilliliters
      room -= entry.wireSize
      if view.changes.count < limit, room >= 0 { view.changes.append(entry) }
      return true
    }
    return view
  }

  /// The foods that were new with some of a child's entries.
  ///
  /// What was eaten before is mostly found soon; only for what is new, all that is older is looked at.
  func newFoods(in entries: [Entry], of child: ChildID) throws -> [EntryID: [String]] {
    var foods = NewFoods(in: entries)
    guard let newest = foods.newest else { return [:] }
    try eachEntry(of: .food, child: child, before: newest + .milliseconds(1)) { entry in
      foods.add(entry)
      return !foods.isSettled
    }
    return entries.reduce(into: [:]) { new, entry in
      let names = foods.foods(of: entry)
      if !names.isEmpty { new[entry.id] = names }
    }
  }

  /// Goes through the entries of a kind, newest first, without holding them all.
  ///
  /// - Parameter body: returns whether to go on.
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
