public import BabyModel

public enum MilkGet: RPCMethod {
  public static let name = "milk.get"
  public static let summary = "Tells how much breast milk is stored for a child, and the last changes."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  @WireMembers
  public struct Params: WireObject {
    /// UUID or name of the child; default: the caller's current child.
    public var childID: String?
    /// How many changes to return at most, 1 to 100; default: 5.
    @Wire(in: 1...100) public var limit: Int?
  }

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// The unit to show amounts in.
    public var units: VolumeUnit
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// The theme set for the child.
    public var theme: Theme
    /// How much is stored, in units; less than 0 if more was taken out than was put in.
    public var amount: Double
    /// The same in millilitres.
    public var amountMl: Double
    /// The last changes, newest first; a correction says in its note why.
    public var changes: [EntryRecord]
  }
}
