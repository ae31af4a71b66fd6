extension KindDeclaration {
  /// Breast milk that was put by, given or thrown away. What there is is the sum of all.
  public static let milkStore = KindDeclaration(
    "milkStore", title: "Milk store", noun: "a change of the milk store", example: "milk add 120ml",
    alsoCalled: ["milk stock", "milk stash", "stored milk", "freezer stash"], beforeItsWords: ["milk"],
    fields: [
      FieldDeclaration(
        "change", heading: "type", .choice(MilkChange.self), isRequired: true,
        "Milk store: what happened to the milk; a correction says in its note why."),
      FieldDeclaration(
        "amount",
        .quantity(
          QuantityDeclaration(
            units: QuantityDeclaration.Unit.volumes,
            unit: ("unit", "Milk store: the amount's unit."),
            base: ("amountMl", "Milk store: the amount in millilitres."), plausible: Volume.plausible,
            limits: 0.1...5000)),
        isRequired: true, "Milk store: how much."),
    ])
}

/// Changes to stored milk.
private enum MilkChange: String, CaseIterable, Sendable {
  /// Pumped and put by.
  case add
  case give
  case discard
  /// There is more, or less, than the sum says.
  case more, less

  var sign: Double {
    switch self {
    case .add, .more: 1
    case .give, .discard, .less: -1
    }
  }
}

extension EntryContent {
  /// The change of the stored amount by an entry, in millilitres; 0 for other entries.
  public var storedMilliliters: Double {
    guard case .declared(let kind, let values) = self, kind == .milkStore, values.count == 2,
      let change = values[0]?.word(MilkChange.self), case .quantity(let number, let unit)? = values[1],
      VolumeUnit.allCases.indices.contains(unit)
    else { return 0 }
    return change.sign * Volume(number, VolumeUnit.allCases[unit]).milliliters
  }
}

extension Words {
  public static let noMilk = "Nothing was logged of the milk store yet"

  /// "340 ml stored"; it also says if more was taken out than put in: "20 ml more taken than was put in".
  public static func stored(milliliters: Double, in unit: VolumeUnit) -> String {
    let amount = amount(milliliters: milliliters.magnitude, in: unit)
    return milliliters < 0 ? "\(amount) more taken out than was put in" : "\(amount) stored"
  }
}
