public import BabyModel

extension BodyWeight: WireObject {
  public static var schemaName: String? { "BodyWeight" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init(
      try members.required("value", "The number as it was typed; 7 lb 4 oz is 7.25 lb."),
      try members.required("unit", "Its unit."))
  }

  public func write(to members: inout ObjectWriter) {
    members.field("value", value)
    members.field("unit", unit)
  }
}
