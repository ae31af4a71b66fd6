public import BabyModel

extension Theme: WireObject {
  public static var schemaName: String? { "Theme" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init()
    palette = try members.required("palette", "The palette.")
    categoryStrategy = try members.required("categoryStrategy", "The colours of the kinds of entries.")
    iconStyle = try members.required("iconStyle", "Icons on a badge, or coloured themselves.")
    mode = try members.required("mode", "Light or dark; auto is what the desktop prefers, else dark.")
    desktop = try members.required("desktop", "What the desktop prefers, as bbagent saw it last.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("palette", palette)
    members.field("categoryStrategy", categoryStrategy)
    members.field("iconStyle", iconStyle)
    members.field("mode", mode)
    members.field("desktop", desktop)
  }
}
