import BabyProtocol

/// A block of i3bar's protocol, which swaybar and i3blocks 1.5 take too.
enum I3bar {
  /// By which our block is known among others when it is clicked.
  static let name = "babybasics"

  static func block(_ content: BarContent) -> JSON {
    .object(
      JSONObject([
        ("full_text", .string(content.pango(content.text))),
        ("short_text", .string(content.pango(content.shortText))), ("name", .string(name)), ("markup", "pango"),
      ]))
  }
}
