/// A number with a unit, which is a separate field everywhere.
public final class QuantityDeclaration: Sendable {
  /// There is one of each, which is handed around and never copied.
  public final class Unit: Sendable {
    /// "ml", "fahrenheit"
    public let word: String
    /// How people read it behind a number: "°F"
    public let sign: String
    /// The same behind any number but 1: "drops"
    package let plural: String
    private let others: [String]
    /// The smaller unit, if people combine both: 16 "oz" are a "lb".
    package let parts: Parts?
    /// The larger unit, if people combine both: 12 "in" are a "ft". Only this unit is stored.
    let whole: Whole?
    /// The number in the base unit is the number times the factor, plus the offset.
    package let factor: Double
    package let offset: Double

    /// A smaller unit that people combine with this one: "7 lb 4 oz"
    public struct Parts: Sendable {
      public let word: String
      /// How many of them are one of the larger unit.
      public let perWhole: Double
      let names: [[String]]

      public init(_ word: String, alsoCalled others: [String] = [], perWhole: Double) {
        self.word = word
        self.perWhole = perWhole
        names = TokenReader.names([word] + others)
      }
    }

    /// A larger unit that people combine with this one: "2 ft 3 in"
    public struct Whole: Sendable {
      /// How many of this unit are one of the larger.
      public let parts: Double
      private let words: [String]

      public init(_ words: [String], parts: Double) {
        self.parts = parts
        self.words = words
      }

      var names: [[String]] { TokenReader.names(words) }
    }

    /// - Parameters:
    ///   - sign: nil if it is the word itself.
    ///   - plural: nil if it is the sign.
    ///   - others: other words that people use, in lower case: "degrees fahrenheit"
    public init(
      _ word: String, sign: String? = nil, plural: String? = nil, alsoCalled others: [String] = [], factor: Double = 1,
      offset: Double = 0, parts: Parts? = nil, partOf whole: Whole? = nil
    ) {
      self.word = word
      self.sign = sign ?? word
      self.plural = plural ?? self.sign
      self.others = others + (plural.map { [$0] } ?? [])
      self.parts = parts
      self.whole = whole
      self.factor = factor
      self.offset = offset
    }

    /// The words for it in phrases, in lower case, the longest first.
    var names: [[String]] { TokenReader.names([word.lowercased(), sign.lowercased()] + others) }

    /// "38.2 °C", "2 drops", "7 lb 4 oz"
    func text(_ number: Double) -> String {
      if let parts, let text = text(number, in: parts) { return text }
      return "\(Words.decimalText(number, places: 3)) \(number == 1 ? sign : plural)"
    }

    /// In both units, if it was typed that way: halves of the smaller one at the finest. Otherwise nil.
    private func text(_ number: Double, in parts: Parts) -> String? {
      let whole = number.rounded(.down)
      let rest = (number - whole) * parts.perWhole
      guard rest > 0, rest * 2 == (rest * 2).rounded() else { return nil }
      let second = "\(Words.decimalText(rest, places: 1)) \(parts.word)"
      return whole == 0 ? second : "\(Words.decimalText(whole, places: 0)) \(sign) \(second)"
    }
  }

  /// The first is the base unit, and the one that is meant when none is given.
  public let units: [Unit]
  public let unitWords: [String]
  /// The unit's field.
  public let unitName: String
  public let unitSummary: String
  /// The field with the number in the base unit, for readers only; it is not read back. Nil if the units measure
  /// different things, such as drops and milligrams.
  public let base: (name: String, summary: String)?
  /// The range of numbers that can be read at all, in any of the units.
  public let plausible: ClosedRange<Double>
  /// The sensible range, in the base unit; nil if the kind has its own rule.
  public let limits: ClosedRange<Double>?

  public init(
    units: [Unit], unit: (name: String, summary: String), base: (name: String, summary: String)?,
    plausible: ClosedRange<Double>, limits: ClosedRange<Double>? = nil
  ) {
    self.units = units
    unitWords = units.map(\.word)
    (unitName, unitSummary) = unit
    self.base = base
    self.plausible = plausible
    self.limits = limits
  }

  /// The number in the base unit, such as grams of kilograms.
  ///
  /// - Parameter unit: index into `units`; it must exist.
  public func inBaseUnit(_ number: Double, unit: Int) -> Double { number * units[unit].factor + units[unit].offset }

  /// Whether a number makes sense in a unit.
  func makesSense(_ number: Double, unit: Int) -> Bool { limits?.contains(inBaseUnit(number, unit: unit)) ?? true }

  func problem(_ number: Double, unit: Int) -> String? {
    guard let limits, !makesSense(number, unit: unit) else { return nil }
    let bounds = [limits.lowerBound, limits.upperBound].map { bound in
      Words.decimalText((bound - units[unit].offset) / units[unit].factor, places: 2)
    }
    return "must be between \(bounds[0]) and \(bounds[1]) \(units[unit].word)"
  }
}

extension QuantityDeclaration {
  /// A number as people read it: a weight or a temperature in the chosen unit, and any other as it was typed.
  func text(_ number: Double, unit: Int, in measures: MeasureUnits) -> String {
    guard measures != MeasureUnits(), let chosen = unitWords.firstIndex(where: measures.words.contains), chosen != unit
    else { return units[unit].text(number) }
    let converted = (inBaseUnit(number, unit: unit) - units[chosen].offset) / units[chosen].factor
    // To whole ounces, to tenths of a degree, and to ten grams, where the grams were not typed.
    let steps: Double =
      if let parts = units[chosen].parts { parts.perWhole } else if base?.name == "valueCelsius" { 10 } else {
        unitWords[unit] == "g" ? 1000 : 100
      }
    return units[chosen].text((converted * steps).rounded() / steps)
  }

  /// A number and its unit's word, as a program has written them: "37.6°C", "8 lb 3 oz", "150ml".
  ///
  /// - Returns: nil for anything else, for a number that cannot be, and for a text of more than 40 bytes.
  public func reading(_ text: String) -> (number: Double, unit: String)? {
    guard text.utf8.count <= 40 else { return nil }
    var rest = text[...]
    guard var number = Self.takeNumber(&rest), let unit = units.firstIndex(where: { $0.takeName(&rest) }) else {
      return nil
    }
    if let parts = units[unit].parts, let more = Self.takeNumber(&rest) {
      guard Self.take(parts.names, from: &rest), more < parts.perWhole else { return nil }
      number += more / parts.perWhole
    }
    guard rest.allSatisfy(\.isWhitespace), plausible.contains(number) else { return nil }
    return (number, unitWords[unit])
  }

  /// The unit that a program calls so: "KG", "ML"
  public func unit(called name: String) -> String? {
    var rest = name[...]
    guard let unit = units.firstIndex(where: { $0.takeName(&rest) }), rest.allSatisfy(\.isWhitespace) else {
      return nil
    }
    return unitWords[unit]
  }

  private static func takeNumber(_ text: inout Substring) -> Double? {
    let start = text.drop(while: \.isWhitespace)
    let digits = start.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let first = digits.first, first != ".", digits.last != ".", let number = Double(digits) else { return nil }
    text = start.dropFirst(digits.count)
    return number
  }

  /// Takes the longest of some names that stands here as a separate word.
  fileprivate static func take(_ names: [[String]], from text: inout Substring) -> Bool {
    let start = text.drop(while: \.isWhitespace)
    for name in names.map({ $0.joined(separator: " ") }) where start.lowercased().hasPrefix(name) {
      let rest = start.dropFirst(name.count)
      guard rest.first?.isLetter != true else { continue }
      text = rest
      return true
    }
    return false
  }
}

extension QuantityDeclaration.Unit {
  fileprivate func takeName(_ text: inout Substring) -> Bool { QuantityDeclaration.take(names, from: &text) }
}

/// An amount as it was entered: the number stays what the parent typed, in their unit.
public struct Volume: Hashable, Sendable {
  /// In `unit`.
  public var value: Double
  public var unit: VolumeUnit

  /// The range of amounts that can be read at all; `EntryLimits` decides what is sensible.
  public static let plausible = 0.0...1_000_000

  public init(_ value: Double, _ unit: VolumeUnit) {
    self.value = value
    self.unit = unit
  }

  public var milliliters: Double { value * unit.milliliters }

  /// The same amount in another unit, unrounded; unchanged in its own.
  public func converted(to unit: VolumeUnit) -> Volume {
    unit == self.unit ? self : Volume(milliliters / unit.milliliters, unit)
  }
}

extension QuantityDeclaration.Unit {
  /// Those of an amount; millilitres are the base.
  static let volumes = VolumeUnit.allCases.map { QuantityDeclaration.Unit($0.rawValue, factor: $0.milliliters) }
}

/// The units of a bottle's amount, as they are written.
public enum VolumeUnit: String, CaseIterable, Sendable {
  case milliliters = "ml"
  case ounces = "oz"

  /// Millilitres in one of the unit; the US fluid ounce as both apps convert it.
  public var milliliters: Double {
    switch self {
    case .milliliters: 1
    case .ounces: 29.5735
    }
  }
}
