import BabyModel

/// The options, each with how the help shows it.
enum Option: String, CaseIterable {
  case once = "--once"
  case child = "--child"
  case icons = "--icons"
  case width = "--width"
  case template = "--template"
  case palette = "--palette"
  case noColor = "--no-color"
  case wrap = "--wrap"
  case state = "--state"
  case socket = "--socket"
  case version = "--version"
  case help = "--help"

  var takesValue: Bool {
    switch self {
    case .child, .icons, .width, .template, .palette, .wrap, .state, .socket: true
    case .once, .noColor, .version, .help: false
    }
  }

  var usage: String {
    switch self {
    case .once: "--once"
    case .child: "--child NAME"
    case .icons: "--icons " + Icons.allCases.map(\.rawValue).joined(separator: "|")
    case .width: "--width COLUMNS"
    case .template: "--template TEXT"
    case .palette: "--palette PALETTE"
    case .noColor: "--no-color"
    case .wrap: "--wrap COMMAND"
    case .state: "--state STATE"
    case .socket: "--socket PATH"
    case .version: "--version"
    case .help: "--help"
    }
  }

  var summary: String {
    switch self {
    case .once: "print one line and exit"
    case .child: "the child to show; default: the selected one"
    case .icons: "icons instead of words; default: none"
    case .width: "always fill this many columns, with times written as 1:04"
    case .template: "what to show: text with {fields}"
    case .palette: "colours that do not follow the family's theme: those of the bar's style sheet"
    case .noColor: "leave the colours to the bar"
    case .wrap: "i3bar, swaybar: also show the blocks of another status program"
    case .state:
      "click left: what the bar showed: awake, a sleep's id or feed-ID; refused if changed"
    case .socket: "the daemon's socket, if it is not in the usual place"
    case .version: "print the version"
    case .help: "print this help"
    }
  }

  /// - Throws: `BarUsageError` with the nearest one.
  init(named name: String) throws(BarUsageError) {
    if let option = name == "-h" ? .help : Option(rawValue: name) {
      self = option
      return
    }
    let nearest = nearestName(to: name, among: Option.allCases.map(\.rawValue))
    throw BarUsageError("There is no option \(name).", hint: nearest ?? "bbbar --help")
  }
}

/// The options that were given.
struct Options {
  private struct ParsedOption {
    var option: Option
    var value: String?
  }

  private var parsed: [ParsedOption] = []

  mutating func add(_ option: Option, _ value: String? = nil) {
    parsed.append(ParsedOption(option: option, value: value))
  }

  func has(_ option: Option) -> Bool { parsed.contains { $0.option == option } }

  /// The value that was given last.
  private func value(_ option: Option) -> String? { parsed.last { $0.option == option }?.value }

  private func refuse(except known: [Option]) throws(BarUsageError) {
    for option in Option.allCases where has(option) && !known.contains(option) {
      throw BarUsageError("\(option.rawValue) cannot be used here.", hint: "bbbar --help")
    }
  }

  func place(_ known: [Option]) throws(BarUsageError) -> BarCommand.Place {
    try refuse(except: known)
    return BarCommand.Place(socket: value(.socket), child: value(.child))
  }

  func clickState() throws(BarUsageError) -> ClickState? {
    guard let text = value(.state) else { return nil }
    guard let state = ClickState(text) else {
      throw BarUsageError(
        "--state must be a sleep's id, \(ClickState.feed)ID or \"\(ClickState.awake)\", not \"\(text)\".")
    }
    return state
  }

  func icons() throws(BarUsageError) -> Icons? {
    guard let text = value(.icons) else { return nil }
    guard let icons = Icons(rawValue: text) else { throw BarUsageError("\(Option.icons.usage), not \"\(text)\".") }
    return icons
  }

  func follow(_ format: BarFormat) throws(BarUsageError) -> BarCommand.FollowOptions {
    var known: [Option] = [.once, .child, .icons, .width, .template, .palette, .noColor, .socket]
    if format.isGenerator { known.append(.wrap) }
    var options = BarCommand.FollowOptions(format: format, place: try place(known))
    options.isOnce = has(.once) || format.runsOnce
    options.usesColor = !has(.noColor)
    options.wrapped = value(.wrap)
    if let icons = try icons() { options.layout.icons = icons }
    if let text = value(.width) {
      guard let width = Int(text), (1...200).contains(width) else {
        throw BarUsageError("--width must be a number of columns from 1 to 200, not \"\(text)\".")
      }
      options.layout.width = width
    }
    if let text = value(.palette) {
      guard let style = WaybarStyle(rawValue: text) else {
        let nearest = nearestName(to: text, among: WaybarStyle.allCases.map(\.rawValue))
        throw BarUsageError(
          "There is no palette \"\(text)\".", hint: nearest.map { "--palette \($0)" } ?? "bbbar --help")
      }
      options.layout.style = style
    }
    if let text = value(.template) { options.layout.template = try Template(text) }
    return options
  }
}
