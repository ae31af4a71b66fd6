import BabyProtocol

/// A block of i3bar's protocol, which swaybar and i3blocks 1.5 take too.
enum I3bar {
  /// By which our block is known among others when it is clicked.
  static let name = "babybasics"

  static func block(_ content: BarContent) -> JSON {
    var members: [(String, JSON)] = [
      ("full_text", .string(content.text.written(Escaping.pango))),
      ("short_text", .string(content.shortText.written(Escaping.pango))),
    ]
    if let color = content.color { members.append(("color", .string(color))) }
    members += [("name", .string(name)), ("markup", "pango")]
    return .object(JSONObject(members))
  }
}
