/// The measures for which a growth standard has a table. Weights are in kilograms, lengths in centimetres, the BMI in
/// kg/m².
public enum GrowthMeasure: String, CaseIterable, Sendable {
  case weight, length
  case head = "headCircumference"
  case bmi
  case weightForLength

  /// The unit of its values.
  public var unit: String {
    switch self {
    case .weight, .weightForLength: "kg"
    case .length, .head: "cm"
    case .bmi: "kg/m²"
    }
  }
}

/// The sex for which a table was made: standards have one table for girls and one for boys.
public enum ReferenceSex: String, CaseIterable, Sendable {
  case girls, boys
}

/// Why a value has no place in a standard.
public enum GrowthGap: String, Error, CaseIterable, Sendable {
  /// Not a number above 0.
  case value
  /// It was measured before the child was born, or before the day on which it was due.
  case beforeTerm
  /// The child is older than the standard's children.
  case age
  /// The child is shorter or longer than the table's children.
  case length
}

/// A measurement of a child's body, in kilograms or centimetres.
public enum BodyMeasure: Hashable, Sendable {
  case weight(Double)
  /// Nil: as is usual at the age.
  case length(Double, LengthPosition?)
  case head(Double)

  /// The kinds of entries that it is in.
  public static let kinds = [KindDeclaration.weight, .length, .head].map(EntryKind.declared)

  /// Nil for an entry that is about anything else.
  public init?(_ content: EntryContent) {
    guard case .declared(let kind, let values) = content, Self.kinds.contains(.declared(kind)),
      case .quantity(let quantity)? = kind.fields.first?.type, case .quantity(let number, let unit)? = values.first
    else { return nil }
    let value = quantity.inBaseUnit(number, unit: unit)
    switch kind {
    case .weight: self = .weight(value)
    case .length: self = .length(value, values.last??.word())
    default: self = .head(value)
    }
  }
}

/// How a length was measured.
public enum LengthPosition: String, CaseIterable, Sendable {
  case lying, standing
}

extension Words {
  /// "43rd percentile", "below the 1st percentile", "above the 99th percentile"
  ///
  /// - Parameter percentile: 0 to 100. There is no 0th or 100th: values beyond the first and the last are described as
  ///   that.
  public static func percentile(_ percentile: Double) -> String {
    switch place(percentile) {
    case .below: "below the 1st percentile"
    case .above: "above the 99th percentile"
    case .at(let whole): "\(ordinal(whole)) percentile"
    }
  }

  /// "4.1 kg · 43rd · WHO standards", "4.1 kg · girls 43rd · WHO standards"
  ///
  /// - Parameters:
  ///   - amount: with its unit.
  ///   - percentile: 0 to 100.
  ///   - sex: among whom, where that is not the child's own sex.
  ///   - standard: what it comes from. A percentile is never without it.
  public static func growth(_ amount: String, percentile: Double, among sex: ReferenceSex?, by standard: String)
    -> String
  {
    let place =
      switch place(percentile) {
      case .below: "below 1st"
      case .above: "above 99th"
      case .at(let whole): ordinal(whole)
      }
    // Years of measurements have a thousand of these: one text is made for each, and no parts of it.
    var text = amount
    text.reserveCapacity(64)
    text += separator
    if let sex {
      text += sex.rawValue
      text += " "
    }
    text += place
    text += separator
    text += standard
    return text
  }

  /// "Weight", "Head", "BMI", "Weight for length"
  public static func title(_ measure: GrowthMeasure) -> String {
    switch measure {
    case .weight: "Weight"
    case .length: "Length"
    case .head: "Head"
    case .bmi: "BMI"
    case .weightForLength: "Weight for length"
    }
  }

  /// Why there is no percentile: "no standard before term"
  public static func explanation(_ gap: GrowthGap) -> String {
    switch gap {
    case .value: "not a number above 0"
    case .beforeTerm: "no standard before term"
    case .age: "older than the standard's children"
    case .length: "no weights in the standard for this length"
    }
  }

  /// Stands beside a value that the WHO would take for a mistake.
  public static let implausible = "so far out that it may be a mistake"

  /// Shown below growth data.
  public static let growthIsNoAdvice = "A percentile says where a child is among others. Not medical advice."

  /// "+32 g a day", "-120 g a week", "no change"
  ///
  /// By the day in the first three months, when a day shows; by the week from then on.
  ///
  /// - Parameter ageDays: at the later of the two weights.
  public static func weightGain(gramsPerDay: Double, ageDays: Int) -> String {
    let (grams, unit) = ageDays < 91 ? (gramsPerDay, "day") : (gramsPerDay * 7, "week")
    let text = decimalText(grams, places: 0)
    return text == "0" ? "no change" : "\(grams > 0 ? "+" : "")\(text) g a \(unit)"
  }

  /// "Back at the birth weight by day 9"
  public static func birthWeightRegained(byDay day: Int) -> String { "Back at the birth weight by day \(day)" }

  /// "1st", "2nd", "3rd", "11th", "22nd"
  ///
  /// - Parameter number: 0 or more.
  private static func ordinal(_ number: Int) -> String {
    if (11...13).contains(number % 100) { return "\(number)th" }
    switch number % 10 {
    case 1: return "\(number)st"
    case 2: return "\(number)nd"
    case 3: return "\(number)rd"
    default: return "\(number)th"
    }
  }

  private enum Place {
    case below, above
    case at(Int)
  }

  /// A percentile as people write it, without overstating it: 0.9 is below the 1st, although 1 is nearest.
  private static func place(_ percentile: Double) -> Place {
    if percentile < 1 { return .below }
    return percentile > 99 ? .above : .at(Int(percentile.rounded()))
  }
}
