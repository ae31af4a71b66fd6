/// polybar's custom/script: text with `%{…}` tags.
enum Polybar {
  static func line(_ content: BarContent) -> String {
    var text = content.text.written(Escaping.polybar)
    if let color = content.color { text = "%{F\(color)}\(text)%{F-}" }
    return "%{A1:\(content.state.clickCommand):}\(text)%{A}"
  }
}
