import BabyClient
import BabyModel

// Bars that read lines of text with tags of their own. `BarFormat` says how one is added.

extension BarFormat {
  static let textFormats = [i3blocks, polybar, tmux, argos, plain]

  static let i3blocks = BarFormat(
    "i3blocks", "blocklet of i3blocks 1.4, interval=persist and markup=pango",
    example: Example(
      path: "contrib/examples/i3blocks/babybasics.conf",
      text: """
        # For i3blocks 1.4, which sends no clicks to a program that keeps running.
        [babybasics]
        command=exec bbbar i3blocks
        interval=persist
        markup=pango

        """)
  ) { $0.pango($0.text) }

  /// polybar's custom/script: text with `%{…}` tags.
  ///
  /// `%{` begins a tag, which can run a command. polybar has no escape for it, and the text around may contain the
  /// other half.
  package static let polybar = BarFormat(
    "polybar", "custom/script with tail",
    escape: { text in
      let open = text.replacingScalars { $0 == "{" ? "(" : nil }
      // As polybar sees it: a mark before the sign may make one letter of both.
      return open.unicodeScalars.last == "%" ? String(open.unicodeScalars.dropLast()) + "\u{FF05}" : open
    },
    example: Example(
      path: "contrib/examples/polybar/babybasics.ini",
      text: """
        ; In polybar's config, and babybasics among a bar's modules. What the left button does is part of the text.
        [module/babybasics]
        type = custom/script
        exec = exec bbbar polybar
        tail = true
        click-middle = bbbar click middle
        click-right = bbbar click right
        scroll-up = bbbar click scroll-up
        scroll-down = bbbar click scroll-down

        """)
  ) { content in
    let text = content.written { words, color in "%{F\(color)}\(words)%{F-}" }
    return "%{A1:\(content.state.clickCommand):}\(text)%{A}"
  }

  /// tmux's status line. tmux expands `#` once more in what a command prints; times, which begin with `%`, it expands
  /// before that alone.
  package static let tmux = BarFormat(
    "tmux", "#(bbbar tmux) in status-right", escape: { text in text.replacingScalars { $0 == "#" ? "##" : nil } },
    example: Example(
      path: "contrib/examples/tmux/babybasics.conf",
      text: """
        # In tmux.conf.
        set -g status-interval 5
        set -g status-right-length 80
        set -g status-right '#(exec bbbar tmux) '

        """)
  ) { content in
    content.written { words, color in "#[fg=\(color)]\(words)#[default]" }
  }

  /// Argos on GNOME, and compatible programs: a line for the panel, and a menu below `---`.
  ///
  /// Its lines are Pango markup, where `|` begins attributes and a backslash is taken for an escape.
  package static let argos = BarFormat(
    "argos", "script of Argos, for GNOME's panel", runsOnce: true,
    escape: { text in Markup.escape(text.replacingScalars { $0 == "|" ? "\u{2502}" : $0 == "\\" ? "\\\\" : nil }) },
    example: Example(
      path: "contrib/examples/argos/babybasics.1m.sh",
      text: """
        #!/bin/sh
        # In ~/.config/argos, executable. Argos runs it once a minute.
        exec bbbar argos

        """)
  ) { content in
    let escape = content.escape
    var lines = [content.written { words, color in "<span color='\(color)'>\(words)</span>" }, "---"]
    lines += content.tooltip.lines.map { line in
      if case .heading(let text) = line { escape(text) + " | size=large" } else { escape(line.text) }
    }
    guard let dashboard = content.state.dashboard else { return lines.joined(separator: "\n") }
    lines.append("---")
    for choice in QuickAction.menu(dashboard).joined() {
      lines.append("\(escape(choice.label)) | bash='\(choice.command)' terminal=false refresh=true")
    }
    return lines.joined(separator: "\n")
  }

  /// For any bar that shows lines of text.
  static let plain = BarFormat("plain", "text alone", escape: { $0 }) { $0.text.plain }
}
