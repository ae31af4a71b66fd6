/// polybar's custom/script: text with `%{…}` tags.
enum Polybar {
  static func line(_ content: BarContent) -> String {
    let text = content.text.written(Escaping.polybar) { words, tint in
      content.color(of: tint).map { "%{F\($0)}\(words)%{F-}" } ?? words
    }
    return "%{A1:\(content.state.clickCommand):}\(text)%{A}"
  }
}
