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
