import BabyClient
import BabyModel
import BabyProtocol

// Bars that read a JSON object for each line. `BarFormat` says how one is added.

extension BarFormat {
  static let jsonFormats = [waybar, i3bar, swaybar, i3statusRust, json, i3blocksJSON]

  /// Waybar's custom module. Text and tooltip are Pango markup.
  ///
  /// Each line replaces the whole previous one, so every line is complete.
  static let waybar = BarFormat(
    "waybar", "a custom module with return-type json",
    example: Example(
      path: "contrib/examples/waybar/babybasics.jsonc",
      text: """
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

        """)
  ) { content in
    object { members in
      members.field("text", content.pango(content.text))
      members.field("alt", content.state.activity.rawValue)
      members.field("tooltip", content.tooltip.pango)
      members.field("class", content.state.classes)
      members.field("percentage", content.state.percentage)
    }
  }

  static let i3bar = BarFormat(
    "i3bar", "status_command of i3bar, with clicks", isGenerator: true,
    example: Example(
      path: "contrib/examples/i3/bar.conf",
      text: """
        # In i3's config. It shows i3status's blocks behind ours; without --wrap ours alone.
        bar {
            status_command exec bbbar i3bar --wrap 'exec i3status'
        }

        """)
  ) { I3bar.block($0).text }

  static let swaybar = BarFormat(
    "swaybar", "status_command of swaybar, with clicks", isGenerator: true,
    example: Example(
      path: "contrib/examples/sway/bar.conf",
      text: """
        # In sway's config. It shows i3status's blocks behind ours; without --wrap ours alone.
        bar {
            status_command exec bbbar swaybar --wrap i3status
        }

        """)
  ) { I3bar.block($0).text }

  static let i3blocksJSON = BarFormat(
    "i3blocks-json", "blocklet of i3blocks 1.5, format=json", takesClicks: true,
    example: Example(
      path: "contrib/examples/i3blocks/babybasics-1.5.conf",
      text: """
        # For i3blocks 1.5 and later. Clicks work.
        [babybasics]
        command=exec bbbar i3blocks-json
        interval=persist
        format=json

        """)
  ) { I3bar.block($0).text }

  /// It has its own colours for the whole block in a bad state.
  static let i3statusRust = BarFormat(
    "i3status-rust", "custom block with json and persistent",
    example: Example(
      path: "contrib/examples/i3status-rust/babybasics.toml",
      text: """
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

        """)
  ) { content in
    object { members in
      members.field("text", content.pango(content.text))
      members.field("short_text", content.pango(content.shortText))
      members.field("state", severity(content.state))
    }
  }

  private static func severity(_ state: BarState) -> String {
    if let trouble = state.trouble { return trouble.isError ? "Critical" : "Warning" }
    return state.isOffline ? "Warning" : "Idle"
  }

  /// For bars that people build themselves: nothing in it is escaped except as JSON requires.
  static let json = BarFormat(
    "json", "JSON lines for eww, AGS, Quickshell and scripts", escape: { $0 },
    example: Example(
      bar: "eww", path: "contrib/examples/eww/babybasics.yuck",
      text: """
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

        """)
  ) { content in
    let state = content.state
    return object { members in
      members.field("text", content.text.plain)
      members.field("shortText", content.shortText.plain)
      members.field("tooltip", content.tooltip.written(\.text))
      members.field("state", state.activity.rawValue)
      members.field("class", state.classes)
      members.field("percentage", state.percentage)
      members.field("color", content.color)
      members.field("urgency", state.urgency.rawValue)
      members.field("offline", state.isOffline)
      members.field("click", state.clickCommand)
      members.field("child", state.dashboard.map { ShownText.line($0.child.name) })
      members.field("sleepMinutes", minutes(.sleep, state))
      members.field("feedMinutes", minutes(.feeding, state))
      members.field("diaperMinutes", minutes(.diaper, state))
      members.field("feeds", state.dashboard?.today.feedings)
      members.field("wetDiapers", state.dashboard?.today.wetDiapers)
      members.field("dirtyDiapers", state.dashboard?.today.dirtyDiapers)
    }
  }

  private static func minutes(_ kind: EntryKind, _ state: BarState) -> Int? {
    state.elapsed(kind).map { Int($0.wholeMinutes) }
  }

  private static func object(_ body: (inout ObjectWriter) -> Void) -> String {
    var writer = JSONWriter(reservingCapacity: 1_024)
    writer.object(body)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
