/// i3blocks 1.4: a line of text with Pango markup, which has to carry the colour.
enum I3blocks {
  static func line(_ content: BarContent) -> String {
    let text = content.text.written(Escaping.pango)
    return content.color.map { "<span color=\"\($0)\">\(text)</span>" } ?? text
  }
}
