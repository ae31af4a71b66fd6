public import BabyModel

/// Where what was measured of a child stands among other children.
public enum GrowthGet: RPCMethod {
  public static let name = "growth.get"
  public static let summary =
    "Tells what was measured of a child and what follows from it, with z-scores and percentiles by the WHO standards."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// How many values to return at most, 1 to 10000; default: 1000.
    @Wire(in: 1...10000) public var limit: Int?
  }

  @WireMembers("Growth")
  public struct Answer: Hashable, WireObject {
    /// The child.
    public var child: ChildReference
    /// The theme set for the child.
    public var theme: Theme
    /// The values, newest first; one for girls and one for boys where the child's sex is not known.
    public var values: [GrowthRecord]
    /// How many more values there are; left out if there are none.
    public var leftOut: Int?
    /// The weight at birth, in kilograms: the child's, or the first of the day of birth; left out if there is none.
    public var birthWeightKg: Double?
    /// The age in days at which the child was first weighed at no less; left out until then.
    public var birthWeightRegainedDay: Int?
    /// To be shown with it: this is not medical advice.
    public var note: String
  }
}
