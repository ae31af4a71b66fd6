import BabyProtocol

/// Waybar's custom module: one JSON object for each line. Text and tooltip are Pango markup.
///
/// Each line replaces everything that the last one said, so all of it is in every line.
enum Waybar {
  static func line(_ content: BarContent) -> String {
    var writer = JSONWriter(reservingCapacity: 1_024)
    writer.object { members in
      members.field("text", content.pango(content.text))
      members.field("alt", content.state.activity.rawValue)
      members.field("tooltip", content.tooltip.pango)
      members.field("class", content.state.classes)
      members.field("percentage", content.state.percentage)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
