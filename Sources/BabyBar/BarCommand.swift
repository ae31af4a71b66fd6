import BabyClient
import BabyModel
import Glibc

/// The request of the command line.
enum BarCommand {
  case follow(FollowOptions)
  case click(Button, state: ClickState?, Place)
  /// The menu of a right click, in a separate process.
  case menu(Place)
  /// The lines for a bar's configuration, with these icons; nil for the default ones.
  case config(BarFormat, Icons?)
  case style(WaybarStyle)
  case help
  case version

  /// Where the daemon is, and which child is meant.
  struct Place {
    /// Nil is the standard place.
    var socket: String?
    /// UUID or name; nil is the current child, whichever it is at the time.
    var child: String?
  }

  struct FollowOptions {
    var format: BarFormat
    var place = Place()
    var layout = BarLayout()
    var usesColor = true
    /// One line, and that is it.
    var isOnce = false
    /// The command line of another generator for i3bar.
    var wrapped: String?
  }

  /// - Throws: `BarUsageError`.
  init(_ arguments: [String]) throws(BarUsageError) {
    var words: [String] = []
    var options = Options()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        words.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let option = try Option(named: parts[0])
      guard option.takesValue else {
        guard parts.count == 1 else { throw BarUsageError("\(parts[0]) takes no value.") }
        options.add(option)
        continue
      }
      guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
        throw BarUsageError("\(parts[0]) needs a value: \(option.usage)")
      }
      options.add(option, value)
    }
    self = try Self.invocation(words, options)
  }

  private static func invocation(_ words: [String], _ options: Options) throws(BarUsageError) -> BarCommand {
    if options.has(.help) { return .help }
    if options.has(.version) { return .version }
    guard let first = words.first else {
      guard options.has(.template) || options.has(.once) else {
        throw BarUsageError("Which bar is it for?", hint: "bbbar --help")
      }
      return .follow(try options.follow(.plain))
    }
    switch first {
    case "click":
      let button = try choice(words.dropFirst(), "button", of: Button.allCases.map { ($0.rawValue, $0) }, "bbbar click")
      return .click(button, state: try options.clickState(), try options.place([.state, .child, .socket]))
    case "menu":
      try none(words.dropFirst())
      return .menu(try options.place([.child, .socket]))
    case "config":
      // The name of a window manager means its bar.
      let bars = words.dropFirst().map { ["sway": "swaybar", "i3": "i3bar"][$0] ?? $0 }
      let examples = BarFormat.all.compactMap { format in format.example.map { ($0.bar ?? format.name, format) } }
      let format = try choice(bars[...], "bar", of: examples, "bbbar config")
      _ = try options.place([.icons])
      return .config(format, try options.icons())
    case "style":
      let styles = WaybarStyle.allCases.map { ($0.rawValue, $0) }
      let style = try choice(words.dropFirst(), "palette", of: styles, "bbbar style")
      _ = try options.place([])
      return .style(style)
    default:
      guard let format = BarFormat(named: first) else {
        let known = BarFormat.all.map(\.name) + ["click", "config", "style"]
        throw BarUsageError("There is no bar \"\(first)\".", hint: suggestion("bbbar", first, known))
      }
      try none(words.dropFirst())
      return .follow(try options.follow(format))
    }
  }

  private static func choice<Choice>(
    _ words: ArraySlice<String>, _ noun: String, of choices: [(name: String, Choice)], _ command: String
  ) throws(BarUsageError) -> Choice {
    let known = choices.map(\.name)
    guard let word = words.first else {
      throw BarUsageError("Which \(noun)?", hint: known.map { "\(command) \($0)" }.joined(separator: ", "))
    }
    try none(words.dropFirst())
    guard let choice = choices.first(where: { $0.name == word }) else {
      throw BarUsageError("There is no \(noun) \"\(word)\".", hint: suggestion(command, word, known))
    }
    return choice.1
  }

  private static func none(_ words: ArraySlice<String>) throws(BarUsageError) {
    if let word = words.first { throw BarUsageError("Unexpected argument \"\(word)\".", hint: "bbbar --help") }
  }

  private static func suggestion(_ command: String, _ word: String, _ known: [String]) -> String {
    nearestName(to: word, among: known).map { "\(command) \($0)" } ?? "\(command) with one of "
      + known.joined(separator: ", ")
  }
}

extension BarCommand.Place {
  /// By this name the daemon knows that two clicks are one bar's, whichever process made them.
  static let client = "bbbar"

  /// The daemon's socket.
  var path: String {
    DaemonSocket(option: socket, variable: Self.variable).path
  }

  /// How long the daemon may take to answer.
  func timeout(usual: Duration = CallTimeout.standard) throws(ClientError) -> Duration {
    try CallTimeout.chosen(usual: usual, variable: Self.variable)
  }

  func connect() throws(ClientError) -> Client { Client(socket: path, name: Self.client, timeout: try timeout()) }

  private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// Opens the menu in a separate process, which outlives the bar. False if that failed.
  func openMenu() -> Bool {
    var arguments = ["/proc/self/exe", "menu"]
    if let socket { arguments += ["--socket", socket] }
    if let child { arguments += ["--child", child] }
    return Spawn.start(arguments, isDetached: true) != nil
  }
}

/// Arguments that make no sense, with what helps.
struct BarUsageError: Error, Equatable {
  let message: String
  let hint: String?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
