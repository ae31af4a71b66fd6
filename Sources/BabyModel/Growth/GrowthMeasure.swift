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
