/// A food, by all that was logged of it.
public struct TriedFood: Hashable, Sendable {
  /// As it was written last.
  public var name: String
  /// When it was tried for the first time.
  public var first: Entry
  public var last: Entry
  public var count = 0
  /// How it was taken the last time that anybody said so: "loved"
  public var liking: String?
  /// What was seen after it, in the parents' words, the latest first; of several foods of one meal, any may be meant.
  public var reactions: [String] = []
  /// What in it is an allergen, as the parents name it, the latest first.
  public var allergens: [String] = []

  /// So many different reactions, or allergens, of a food are told.
  static let mostTexts = 5
}

/// The foods that a child has tried. Upper and lower case are the same food.
public struct TriedFoods: Sendable {
  private var byName: [String: TriedFood] = [:]

  public init() {}

  /// The one that was tried first last.
  public var all: [TriedFood] {
    byName.values.sorted { ($0.first.start, $0.first.id, $1.name) > ($1.first.start, $1.first.id, $0.name) }
  }

  /// Takes an entry into account that is older than those before; one that is about no food is none.
  public mutating func add(_ entry: Entry) {
    guard case .declared(let kind, let values) = entry.content, kind == .food, values.count == kind.fields.count,
      entry.deletedAt == nil
    else { return }
    let said = zip(values, kind.fields).map { Words.said($0, of: $1) }
    var counted: Set<String> = []
    for name in KindDeclaration.foods(in: entry.content) {
      let key = name.lowercased()
      guard counted.insert(key).inserted else { continue }
      var food = byName[key] ?? TriedFood(name: name, first: entry, last: entry)
      food.first = entry
      food.count += 1
      food.liking = food.liking ?? said[1]
      food.reactions.addOnce(said[2])
      food.allergens.addOnce(said[3])
      byName[key] = food
    }
  }
}

extension [String] {
  fileprivate mutating func addOnce(_ text: String?) {
    guard let text, count < TriedFood.mostTexts, !contains(text) else { return }
    append(text)
  }
}
