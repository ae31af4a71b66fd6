/// A number with a unit, which is a field of its own everywhere.
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
    /// What the unit is divided into, where people say both: 16 "oz" are a "lb".
    package let parts: Parts?
    /// What the unit is a part of, where people say both: 12 "in" are a "ft". Only the unit itself is kept.
    let whole: Whole?
    /// The number in the base unit is the number times the factor, plus the offset.
    package let factor: Double
    package let offset: Double

    public struct Parts: Sendable {
      public let word: String
      public let perWhole: Double
      let names: [[String]]

      public init(_ word: String, alsoCalled others: [String] = [], perWhole: Double) {
        self.word = word
        self.perWhole = perWhole
        names = TokenReader.names([word] + others)
      }
    }

    public struct Whole: Sendable {
      public let parts: Double
      private let words: [String]

      public init(_ words: [String], parts: Double) {
        self.parts = parts
        self.words = words
      }

      var names: [[String]] { TokenReader.names(words) }
    }

    /// - Parameters:
    ///   - sign: nil is the word itself.
    ///   - plural: nil is the sign.
    ///   - others: what else people say, in small letters: "degrees fahrenheit"
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

    /// How people say it in a phrase, in small letters, the longest names first.
    var names: [[String]] { TokenReader.names([word.lowercased(), sign.lowercased()] + others) }

    /// "38.2 °C", "2 drops", "7 lb 4 oz"
    func text(_ number: Double) -> String {
      if let parts, let text = text(number, in: parts) { return text }
      return "\(Words.decimalText(number, places: 3)) \(number == 1 ? sign : plural)"
    }

    /// A whole and its parts, if that is how it was said: halves of a part at the finest. Else nil.
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
  /// The field that tells the number in the base unit to who reads; it is not read back. Nil where the units measure
  /// different things, as drops and milligrams do.
  public let base: (name: String, summary: String)?
  /// What the number can be at all, in any of the units.
  public let plausible: ClosedRange<Double>
  /// What makes sense, in the base unit; nil where the kind has a rule of its own.
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
