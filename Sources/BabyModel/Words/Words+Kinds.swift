// Notes that become entries, foods and stored milk.
extension Words {
  /// The label of the undo step.
  public static let convertedNotes = "Turned notes into entries"

  /// "Turned 17 notes into entries", "Turned 1 note into an entry"
  public static func converted(_ count: Int) -> String {
    "Turned \(self.count(count, .notes)) into \(count == 1 ? "an entry" : "entries")"
  }

  public static let noNotesToConvert = "No note says for certain what could be an entry of its own"

  public static let noFood = "No food was tried yet"
  public static let noMilk = "Nothing was logged of the milk store yet"

  /// "first time"; of a meal with other foods "first time: egg"
  public static func firstTime(_ foods: [String], of entry: Entry) -> String {
    let isAll = foods.count == KindDeclaration.foods(in: entry.content).count
    return isAll ? "first time" : "first time: \(line(foods, separator: ", "))"
  }

  /// "once", "3 times"
  public static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

  /// "340 ml stored"; it also says if more was taken out than put in: "20 ml more taken than was put in".
  public static func stored(milliliters: Double, in unit: VolumeUnit) -> String {
    let amount = amount(milliliters: milliliters.magnitude, in: unit)
    return milliliters < 0 ? "\(amount) more taken out than was put in" : "\(amount) stored"
  }
}
