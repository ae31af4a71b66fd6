/// tmux's status line, which expands `#` once more in what a command prints.
enum Tmux {
  static func line(_ content: BarContent) -> String {
    content.text.written(Escaping.tmux) { words, tint in
      content.color(of: tint).map { "#[fg=\($0)]\(words)#[default]" } ?? words
    }
  }
}
