/// tmux's status line, which expands `#` once more in what a command prints.
enum Tmux {
  static func line(_ content: BarContent) -> String {
    let text = content.text.written(Escaping.tmux)
    return content.color.map { "#[fg=\($0)]\(text)#[default]" } ?? text
  }
}
