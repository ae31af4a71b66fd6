public import BabyModel

extension Theme: WireObject {
  public static var schemaName: String? { "Theme" }

  public init(reading members: inout ObjectReader) throws(WireError) {
    self.init()
    palette = try members.required("palette", "The palette.")
    categoryStrategy = try members.required("categoryStrategy", "The colours for the kinds of entries.")
    iconStyle = try members.required("iconStyle", "Icons on a coloured badge, or coloured icons.")
    mode = try members.required("mode", "Light or dark; auto follows the desktop, or is dark without its preference.")
    desktop = try members.required("desktop", "The desktop's preference as last seen by bbagent.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("palette", palette)
    members.field("categoryStrategy", categoryStrategy)
    members.field("iconStyle", iconStyle)
    members.field("mode", mode)
    members.field("desktop", desktop)
  }
}
