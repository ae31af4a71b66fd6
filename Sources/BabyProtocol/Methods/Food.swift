public import BabyModel

public enum FoodList: RPCMethod {
  public static let name = "food.list"
  public static let summary = "Lists the foods that a child has tried, the one that was new last first."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// How many foods to return at most, 1 to 1000; default: 1000.
    @Wire(in: 1...1000) public var limit: Int?
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The theme set for the child.
    public var theme: Theme
    /// The foods.
    public var foods: [FoodRecord]
    /// How many more there are; left out if there are none.
    public var leftOut: Int?
  }
}

/// A food, as it was logged.
@WireMembers("Food")
public struct FoodRecord: Hashable, WireObject {
  /// As it was written last.
  public var name: String
  /// UUID of the entry with which it was tried for the first time.
  public var firstID: EntryID
  /// When that was.
  public var first: Instant
  /// The child's day of it.
  public var firstDay: LocalDate
  /// When it was eaten last.
  public var last: Instant
  /// The child's day of it.
  public var lastDay: LocalDate
  /// How often it was logged.
  public var count: Int
  /// How the child liked it, as last recorded; left out if unknown.
  public var liking: String?
  /// Reactions in the parents' words, the latest first and five at most.
  public var reactions: [String]
  /// Its allergens, as the parents name them, five at most.
  public var allergens: [String]
}

extension FoodRecord {
  public init(_ food: TriedFood, in zone: ZoneRules) {
    self.init(
      name: food.name, firstID: food.first.id, first: food.first.start, firstDay: zone.local(food.first.start).date,
      last: food.last.start, lastDay: zone.local(food.last.start).date, count: food.count, liking: food.liking,
      reactions: food.reactions, allergens: food.allergens)
  }
}

/// Foods that were tried for the first time.
@WireMembers("NewFoods")
public struct NewFoodsRecord: Hashable, WireObject {
  /// UUID of the entry.
  public var entryID: EntryID
  /// The foods of it that were new.
  public var foods: [String]
}
