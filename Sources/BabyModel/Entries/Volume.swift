/// An amount as it was entered: the number stays what the parent typed, in their unit.
public struct Volume: Hashable, Sendable {
  public var value: Double
  public var unit: VolumeUnit

  /// The range of amounts that can be read at all; `EntryLimits` decides what is sensible.
  public static let plausible = 0.0...1_000_000

  public init(_ value: Double, _ unit: VolumeUnit) {
    self.value = value
    self.unit = unit
  }

  public var milliliters: Double { value * unit.milliliters }

  public func converted(to unit: VolumeUnit) -> Volume {
    unit == self.unit ? self : Volume(milliliters / unit.milliliters, unit)
  }
}

extension QuantityDeclaration.Unit {
  /// Those of an amount; millilitres are the base.
  static let volumes = VolumeUnit.allCases.map { QuantityDeclaration.Unit($0.rawValue, factor: $0.milliliters) }
}

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
