public import BabyModel
import BabyStore

/// The foods that a child has tried, and what it takes to show them.
public struct FoodView: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  /// The one that was tried first last.
  public var foods: [TriedFood]
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
  public func foods(of reference: String?) throws -> FoodView {
    let child = try child(reference)
    var foods = TriedFoods()
    try eachEntry(of: .food, child: child.id) { foods.add($0) }
    return FoodView(
      child: child, settings: try settings(of: child), zone: try zone(child.zone), foods: foods.all)
  }

  /// - Parameter limit: how many changes are told.
  public func storedMilk(of reference: String?, limit: Int) throws -> MilkView {
    let child = try child(reference)
    var view = MilkView(
      child: child, settings: try settings(of: child), zone: try zone(child.zone), milliliters: 0, changes: [])
    try eachEntry(of: .milkStore, child: child.id) { entry in
      view.milliliters += entry.content.storedMilliliters
      if view.changes.count < limit { view.changes.append(entry) }
    }
    return view
  }

  /// Goes through all entries of a kind, newest first, without holding them all.
  private func eachEntry(of kind: KindDeclaration, child: ChildID, _ body: (Entry) -> Void) throws {
    var query = EntryQuery(child: child, kinds: [.declared(kind)], limit: 1000)
    repeat {
      let page = try transaction.entries(query)
      page.entries.forEach(body)
      query.cursor = page.nextCursor
    } while query.cursor != nil
  }
}
