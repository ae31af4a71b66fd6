import BabyModel

/// The menus that can be there, and how each is asked to read choices from its input and to write the chosen one, or
/// the line that somebody types.
enum Launcher: String, CaseIterable {
  case rofi, wofi, fuzzel, dmenu

  func choosing(prompt: String) -> [String] {
    switch self {
    case .rofi: ["rofi", "-dmenu", "-i", "-no-custom", "-p", prompt]
    case .wofi: ["wofi", "--dmenu", "--insensitive", "--prompt", prompt]
    case .fuzzel: ["fuzzel", "--dmenu", "--prompt", prompt + " "]
    case .dmenu: ["dmenu", "-i", "-p", prompt]
    }
  }

  /// Without choices each of them answers with what was typed.
  func typing(prompt: String) -> [String] {
    switch self {
    case .rofi: ["rofi", "-dmenu", "-l", "0", "-p", prompt]
    case .wofi: ["wofi", "--dmenu", "--lines", "1", "--prompt", prompt]
    case .fuzzel: ["fuzzel", "--dmenu", "--lines", "0", "--prompt", prompt + " "]
    case .dmenu: ["dmenu", "-p", prompt]
    }
  }

  /// The one to take: what is made for the session that runs, and there.
  ///
  /// - Parameter exists: whether a program is on the path.
  static func best(isWayland: Bool, exists: (String) -> Bool) -> Launcher? {
    let order: [Launcher] = isWayland ? [.fuzzel, .wofi, .rofi, .dmenu] : [.rofi, .dmenu, .wofi, .fuzzel]
    return order.first { exists($0.rawValue) }
  }
}
