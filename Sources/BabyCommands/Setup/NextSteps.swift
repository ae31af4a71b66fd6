import BabyModel

/// What `bbctl setup` says at its end: one thing to do, and the line to paste for it.
struct NextStep: Equatable {
  var text: String
  /// A command, or a line of a configuration.
  var line: String
  /// What a phone's camera reads, below the line.
  var code: String?

  init(_ text: String, _ line: String, code: String? = nil) { (self.text, self.line, self.code) = (text, line, code) }

  /// The next steps on a machine. A machine without a bar or a screen has fewer.
  static func all(_ machine: MachineFacts) -> [NextStep] {
    [bar(machine), key(machine), phone(machine)].compactMap(\.self)
  }

  // MARK: The bar

  private static func bar(_ machine: MachineFacts) -> NextStep? {
    let (bars, manager) = (StatusBar.all, WindowManager.of(machine))
    if let running = bars.first(where: { machine.running.contains($0.process) }) ?? manager?.bar {
      return running.step(on: machine)
    }
    if machine.isIn("GNOME") || machine.isIn("KDE") {
      guard !machine.running.contains("bbagent") else { return nil }
      return NextStep(
        "The tray shows the day, and logs with a click (GNOME needs the extension AppIndicator for it):",
        (machine.hasAgent ? "" : "sudo apt-get install bbagent && ") + "systemctl --user enable --now bbagent")
    }
    if machine.isInTmux {
      let file = machine.files.contains("tmux/tmux.conf") ? machine.folder + "/tmux/tmux.conf" : "~/.tmux.conf"
      return NextStep(
        "tmux: this shows the day at the right of the status line.",
        "bbbar config tmux >> \(file) && tmux source-file \(file)")
    }
    return bars.first { $0.files.contains(where: machine.files.contains) }?.step(on: machine)
  }

  // MARK: The key

  private static func key(_ machine: MachineFacts) -> NextStep? {
    if let manager = WindowManager.of(machine) {
      return NextStep("A key that starts and ends a sleep, for \(manager.bar.place(on: machine)):", manager.key)
    }
    if machine.isIn("GNOME"), let script = machine.keyScript {
      return NextStep("Keys for GNOME; Super+Alt+S starts and ends a sleep:", "sh \(script.shellQuoted)")
    }
    let places = [
      (machine.isIn("GNOME"), "Settings, Keyboard, View and Customize Shortcuts, Custom Shortcuts"),
      (machine.isIn("KDE"), "System Settings, Keyboard, Shortcuts, Add New, Command or Script"),
      (machine.hasScreen, "your desktop's settings"),
    ]
    let place = places.first { $0.0 }?.1
    return place.map { NextStep("A key that starts and ends a sleep, for \($0):", "bbctl sleep toggle") }
  }

  // MARK: The phone

  private static func phone(_ machine: MachineFacts) -> NextStep {
    let advice = "For phones, this says how they reach the family server:"
    let command = "babybasics-server certificate"
    return switch machine.server {
    case .address(let address): NextStep("On a phone, open this page and log in:", address, code: address)
    case .trust(let page): NextStep("On each phone, at home, open this page and do what it says:", page, code: page)
    case .own, .installed: NextStep(advice, command)
    case .service:
      NextStep(
        advice, "sudo runuser -u babybasics-server -- \(command) --database /var/lib/babybasics-server/server.db")
    case nil:
      NextStep(
        "For phones and other caregivers, one machine at home runs the family server:",
        "sudo apt-get install babybasics-server && \(command)")
    }
  }
}

/// A bar that setup knows.
struct StatusBar {
  /// The name of its process.
  var process: String
  /// Its configuration below `~/.config`: the first file that is there, otherwise the first of all.
  var files: [String]
  /// What to do, with FILE in the place of its configuration, and FOLDER of the folder around that.
  var text: String
  var line: String

  func place(on machine: MachineFacts) -> String {
    "\(machine.folder)/\(files.first(where: machine.files.contains) ?? files[0])"
  }

  func step(on machine: MachineFacts) -> NextStep {
    let file = place(on: machine)
    let folder = String(file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex))
    func filled(_ text: String) -> String { text.replacing("FILE", with: file).replacing("FOLDER", with: folder) }
    let isFolderMissing = line.contains(">") && !files.contains(where: machine.files.contains)
    return NextStep(filled(text), (isFolderMissing ? "mkdir -p \(folder) && " : "") + filled(line))
  }

  /// In the order in which they are looked for.
  static let all = [
    StatusBar(
      process: "waybar", files: ["waybar/config", "waybar/config.jsonc"],
      text: "Waybar: run this, and add to FILE: \"include\": [\"FOLDER/babybasics.jsonc\"], and the module "
        + "\"custom/babybasics\".", line: "bbbar config waybar > FOLDER/babybasics.jsonc"),
    StatusBar(
      process: "polybar", files: ["polybar/config.ini", "polybar/config"],
      text: "Polybar: run this, and add babybasics to the modules of a bar in FILE.",
      line: "bbbar config polybar >> FILE"),
    StatusBar(
      process: "eww", files: ["eww/eww.yuck"],
      text: "eww: run this, and add (include \"./babybasics.yuck\"), and (babybasics) in a window, to FILE.",
      line: "bbbar config eww > FOLDER/babybasics.yuck"),
    StatusBar(
      process: "i3status-rs", files: ["i3status-rust/config.toml"], text: "i3status-rust: this adds a block.",
      line: "bbbar config i3status-rust >> FILE"),
    StatusBar(
      process: "i3blocks", files: ["i3blocks/config"], text: "i3blocks: this adds a block.",
      line: "bbbar config i3blocks >> FILE"),
    swaybar, i3bar,
  ]
  static let swaybar = StatusBar(
    process: "swaybar", files: ["sway/config"],
    text: "swaybar: in FILE, replace the block bar { … } with what this prints.", line: "bbbar config swaybar")
  static let i3bar = StatusBar(
    process: "i3bar", files: ["i3/config"], text: "i3bar: in FILE, replace the block bar { … } with what this prints.",
    line: "bbbar config i3bar")
}

/// A window manager that reads keys from a file, the same as its bar's.
private struct WindowManager {
  var bar: StatusBar
  var key: String

  /// The one that runs.
  static func of(_ machine: MachineFacts) -> WindowManager? {
    if machine.isInSway { return .init(bar: .swaybar, key: "bindsym Mod4+Shift+s exec bbctl sleep toggle") }
    guard machine.isInI3 else { return nil }
    return .init(bar: .i3bar, key: "bindsym Mod4+Shift+s exec --no-startup-id bbctl sleep toggle")
  }
}
