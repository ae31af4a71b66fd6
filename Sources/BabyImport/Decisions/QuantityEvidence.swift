import BabyModel

/// A quantity that apps may write as a number without its unit.
public enum ImportQuantity: String, CaseIterable, Sendable {
  case volume, weight, length, head, temperature

  /// The possible units, by the words of the kinds' declarations.
  public var units: [String] {
    switch self {
    case .volume: VolumeUnit.allCases.map(\.rawValue)
    case .weight: ["kg", "lb", "g"]
    case .length, .head: ["cm", "in"]
    case .temperature: ["celsius", "fahrenheit"]
    }
  }
}

/// Collects evidence from numbers without a unit.
struct QuantityEvidence: Sendable {
  private(set) var count = 0
  private var least = Double.infinity
  private var most = -Double.infinity

  mutating func add(_ number: Double) {
    guard number.isFinite, number > 0 else { return }
    count += 1
    least = min(least, number)
    most = max(most, number)
  }

  /// The unit in which alone these numbers are those of a baby, and why; nil where two will do.
  func unit(of quantity: ImportQuantity) -> (word: String, reason: String)? {
    switch quantity {
    case .volume:
      if most > 20 { return ("ml", "one is over 20, which no bottle has in ounces") }
      return count >= 30 && most <= 17 ? ("oz", "none of \(count) is over 17") : nil
    case .temperature:
      if least >= 30, most <= 45 { return ("celsius", "all are between 30 and 45") }
      return least >= 85 && most <= 115 ? ("fahrenheit", "all are between 85 and 115") : nil
    case .length:
      if least >= 41, most <= 130 { return ("cm", "all are over 40") }
      return least >= 12 && most <= 40 && count >= 2 ? ("in", "none is over 40") : nil
    case .head:
      if least >= 26, most <= 65 { return ("cm", "all are over 25") }
      return least >= 8 && most <= 25 ? ("in", "none is over 25") : nil
    // A newborn's weight in pounds is a one-year-old's in kilograms.
    case .weight: return nil
    }
  }
}
