/// i3blocks 1.4: a line of text with Pango markup.
enum I3blocks {
  static func line(_ content: BarContent) -> String {
    content.pango(content.text)
  }
}
