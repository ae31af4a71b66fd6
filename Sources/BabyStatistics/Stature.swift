import BabyModel

/// A child's length or height. Standing, children are 0.7 cm shorter than lying.
struct Stature: Equatable, Sendable {
  var centimeters: Double
  /// Nil if unknown: then it was measured in the usual position for the age.
  var position: LengthPosition?

  init(_ centimeters: Double, _ position: LengthPosition? = nil) {
    self.centimeters = centimeters
    self.position = position
  }

  /// The day from which the standard's children were measured standing, two years after birth.
  static let standingAge = 731
  private static let compression = 0.7

  /// In centimetres, as the standard's children of an age were measured.
  func asMeasured(age: Int) -> Double {
    switch position {
    case .standing where age < Self.standingAge: centimeters + Self.compression
    case .lying where age >= Self.standingAge: centimeters - Self.compression
    default: centimeters
    }
  }

  /// The length lying of a child that is as long as measured at the age, in millimetres; nil beyond what the WHO has
  /// weights for: 45 to 110 cm lying, 65 to 120 cm standing. There is one table of weights, by lying length: the WHO's
  /// table by height equals it, shifted by 0.7 cm.
  static func lyingMillimeters(_ asMeasured: Double, age: Int) -> Double? {
    let isLying = age < standingAge
    guard (isLying ? 45.0...110 : 65.0...120).contains(asMeasured) else { return nil }
    let millimeters = (isLying ? asMeasured : asMeasured + compression) * 10
    // 65.3 cm are 653 mm, whatever binary fractions make of it.
    let whole = millimeters.rounded()
    return (millimeters - whole).magnitude < 1e-6 ? whole : millimeters
  }
}
