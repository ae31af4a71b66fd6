public import BabyModel

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

/// A measurement of a child, or a value derived from it, and its percentile.
@WireMembers("GrowthValue")
public struct GrowthRecord: Hashable, WireObject {
  /// The measure.
  public var measure: GrowthMeasure
  /// The number; a length as it was measured.
  public var value: Double
  /// The number's unit.
  public var unit: String
  /// The child's age in whole days since birth.
  public var ageDays: Int
  /// The age by which it is compared, in days since the child was due; left out if that is not another one.
  public var correctedAgeDays: Int?
  /// Standard deviations from the median; left out if the standard has no place for it.
  public var z: Double?
  /// How many of a hundred children have less, 0.1 to 99.9, which stand for all beyond, too; left out as z is.
  public var percentile: Double?
  /// The standard that z and percentile come from; left out as they are.
  public var standard: String?
  /// Among whom.
  public var among: ReferenceSex?
  /// True if the WHO would take the value for a mistake.
  public var isImplausible: Bool = false
  /// Why there is no z.
  public var gap: GrowthGap?
  /// The same in words, as it was typed: "4.1 kg · 43rd · WHO standards".
  public var text: String
  /// Of a weight: grams a day since the last weight of an earlier day.
  public var gramsPerDay: Double?
  /// The entry; for what follows from a weight and a length, the weight's.
  public var entryID: EntryID
  /// When it was measured.
  public var at: Instant
  /// The same time with the offset of the child's time zone.
  public var atLocal: String
  /// The child's day.
  public var day: LocalDate
  /// Of what follows from a weight and a length: the day on which the length was measured.
  public var lengthDay: LocalDate?
}

extension GrowthMeasure: WireEnum {}
extension ReferenceSex: WireEnum {}
extension GrowthGap: WireEnum {}
