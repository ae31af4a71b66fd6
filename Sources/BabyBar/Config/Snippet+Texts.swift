// Bars start what they are told through a shell. `exec` makes bbbar take the shell's place, so that it ends with the bar.

extension Snippet {
  static let waybarText = """
    // In Waybar's config: "include": ["~/.config/waybar/babybasics.jsonc"], and "custom/babybasics" among the modules.
    // For the colours: bbbar style warm-nightlight > ~/.config/waybar/babybasics.css, and in style.css
    // @import "babybasics.css"; the words' colours are made for that ground.
    {
      "custom/babybasics": {
        "exec": "exec bbbar waybar --palette warm-nightlight",
        "return-type": "json",
        "format": "{}",
        "restart-interval": 5,
        "on-click": "bbbar click left",
        "on-click-middle": "bbbar click middle",
        "on-click-right": "bbbar click right",
        "on-click-backward": "bbbar click feed",
        "on-scroll-up": "bbbar click scroll-up",
        "on-scroll-down": "bbbar click scroll-down"
      }
    }

    """

  static let i3barText = """
    # In i3's config. It shows i3status's blocks behind ours; without --wrap ours alone.
    bar {
        status_command exec bbbar i3bar --wrap 'exec i3status'
    }

    """

  static let swayText = """
    # In sway's config. It shows i3status's blocks behind ours; without --wrap ours alone.
    bar {
        status_command exec bbbar swaybar --wrap i3status
    }

    """

  static let i3blocksText = """
    # For i3blocks 1.4, which tells a program that stays of no clicks.
    [babybasics]
    command=exec bbbar i3blocks
    interval=persist
    markup=pango

    """

  static let i3blocksJSONText = """
    # For i3blocks 1.5 and later. Clicks work.
    [babybasics]
    command=exec bbbar i3blocks-json
    interval=persist
    format=json

    """

  static let i3statusRustText = """
    [[block]]
    block = "custom"
    command = "exec bbbar i3status-rust"
    json = true
    persistent = true
    format = " $text.pango-str() "
    [[block.click]]
    button = "left"
    cmd = "bbbar click left"
    [[block.click]]
    button = "middle"
    cmd = "bbbar click middle"
    [[block.click]]
    button = "right"
    cmd = "bbbar click right"
    [[block.click]]
    button = "up"
    cmd = "bbbar click scroll-up"
    [[block.click]]
    button = "down"
    cmd = "bbbar click scroll-down"

    """

  static let polybarText = """
    ; In polybar's config, and babybasics among a bar's modules. What the left button does is part of the text.
    [module/babybasics]
    type = custom/script
    exec = exec bbbar polybar
    tail = true
    click-middle = bbbar click middle
    click-right = bbbar click right
    scroll-up = bbbar click scroll-up
    scroll-down = bbbar click scroll-down

    """

  static let tmuxText = """
    # In tmux.conf.
    set -g status-interval 5
    set -g status-right-length 80
    set -g status-right '#(exec bbbar tmux) '

    """

  static let ewwText = """
    ; In eww.yuck: (include "./babybasics.yuck"), and (babybasics) where it is to stand.
    (deflisten baby
      :initial `{"text": "", "tooltip": "", "state": "offline", "urgency": "ok", "click": "bbbar click left"}`
      "exec bbbar json")

    (defwidget babybasics []
      (eventbox :onclick {baby.click}
                :onmiddleclick "bbbar click middle"
                :onrightclick "bbbar click right"
                :onscroll "bbbar click scroll-{}"
        (label :class "babybasics ${baby.state} ${baby.urgency}"
               :text {baby.text}
               :tooltip {baby.tooltip})))

    """

  static let argosText = """
    #!/bin/sh
    # In ~/.config/argos, executable. Argos runs it once a minute.
    exec bbbar argos

    """
}
