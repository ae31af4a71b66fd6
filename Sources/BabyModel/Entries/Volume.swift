/// An amount as it was entered: the number stays what the parent typed, in their unit.
public struct Volume: Hashable, Sendable {
  public var value: Double
  public var unit: VolumeUnit

  public init(_ value: Double, _ unit: VolumeUnit) {
    self.value = value
    self.unit = unit
  }

  public var milliliters: Double { value * unit.milliliters }

  public func converted(to unit: VolumeUnit) -> Volume {
    unit == self.unit ? self : Volume(milliliters / unit.milliliters, unit)
  }
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
