/// Text alone, for whatever shows lines.
enum Plain {
  static func line(_ content: BarContent) -> String { content.text.plain }
}
