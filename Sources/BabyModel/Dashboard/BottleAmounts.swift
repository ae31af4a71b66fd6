/// How much bottles held of what, in millilitres. Amounts of unknown content are left out.
public struct BottleAmounts: Hashable, Sendable {
  private var formula = 0.0
  private var breastMilk = 0.0
  private var otherMilk = 0.0
  private var water = 0.0

  public init() {}

  public subscript(content: BottleContent) -> Double {
    get {
      switch content {
      case .formula: formula
      case .breastMilk: breastMilk
      case .otherMilk: otherMilk
      case .water: water
      }
    }
    set {
      switch content {
      case .formula: formula = newValue
      case .breastMilk: breastMilk = newValue
      case .otherMilk: otherMilk = newValue
      case .water: water = newValue
      }
    }
  }
}
