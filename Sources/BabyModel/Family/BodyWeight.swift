/// A child's weight as it was typed: the number stays in its unit.
public struct BodyWeight: Hashable, Sendable {
  /// In `unit`; pounds and ounces are pounds with a fraction.
  public var value: Double
  public var unit: BodyWeightUnit

  public init(_ value: Double, _ unit: BodyWeightUnit) {
    self.value = value
    self.unit = unit
  }

  public var grams: Double { value * unit.grams }

  /// From slightly below the lightest surviving newborn to slightly above the heaviest, in grams.
  public static let plausibleAtBirth = 200.0...9000.0

  /// Reads `3200g`, `3.2 kg`, `7lb`, `7 lb 4 oz` and `7lb4.5oz`, with a comma or a point. Nil for anything else.
  public init?(_ text: String) {
    guard text.utf8.count <= 40 else { return nil }
    var rest = String(text.lowercased().map { $0 == "," ? "." : $0 })[...]
    guard let (value, unit) = Self.part(of: &rest) else { return nil }
    guard !rest.isEmpty else {
      guard let unit = BodyWeightUnit(rawValue: unit) else { return nil }
      self.init(value, unit)
      return
    }
    guard unit == BodyWeightUnit.pounds.rawValue, value == value.rounded(), let (ounces, second) = Self.part(of: &rest),
      second == "oz", ounces < BodyWeightUnit.ouncesInPound, rest.isEmpty
    else { return nil }
    self.init(value + ounces / BodyWeightUnit.ouncesInPound, .pounds)
  }

  /// Takes a number and the letters behind it.
  private static func part(of rest: inout Substring) -> (Double, String)? {
    let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let spaced = rest.dropFirst(digits.count).drop { $0 == " " }
    let letters = spaced.prefix { $0.isASCII && $0.isLetter }
    guard let number = Double(digits), number.isFinite, !letters.isEmpty else { return nil }
    rest = spaced.dropFirst(letters.count).drop { $0 == " " }
    return (number, String(letters))
  }
}

/// The units of a weight at birth, as they are written.
public enum BodyWeightUnit: String, CaseIterable, Sendable {
  case grams = "g"
  case kilograms = "kg"
  case pounds = "lb"

  static let ouncesInPound = 16.0

  /// Grams in one of the unit; the international pound.
  public var grams: Double {
    switch self {
    case .grams: 1
    case .kilograms: 1000
    case .pounds: 453.592_37
    }
  }
}

extension Words {
  /// "3200 g", "3.2 kg", "7 lb 4 oz"
  public static func weight(_ weight: BodyWeight) -> String {
    guard weight.unit == .pounds else {
      return "\(decimalText(weight.value, places: 3)) \(weight.unit.rawValue)"
    }
    let tenths = (weight.value * BodyWeightUnit.ouncesInPound * 10).rounded()
    let pounds = (tenths / 10 / BodyWeightUnit.ouncesInPound).rounded(.down)
    let ounces = tenths / 10 - pounds * BodyWeightUnit.ouncesInPound
    return "\(decimalText(pounds, places: 0)) lb" + (ounces > 0 ? " \(decimalText(ounces, places: 1)) oz" : "")
  }
}
