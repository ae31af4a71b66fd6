import BabyModel

/// What the command line asks for.
enum Invocation {
  case follow(FollowOptions)
  case click(Button, state: ClickState?, Place)
  /// The menu that a click of the right button opens, in a process of its own.
  case menu(Place)
  /// With these icons; nil for those that are shown without being asked for.
  case config(Snippet, Icons?)
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
    var look = Look()
    var usesColor = true
    /// One line, and that is it.
    var isOnce = false
    /// The command line of another generator for i3bar.
    var wrapped: String?
  }

  /// - Throws: `UsageError`.
  init(_ arguments: [String]) throws(UsageError) {
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
        guard parts.count == 1 else { throw UsageError("\(parts[0]) takes no value.") }
        options.add(option)
        continue
      }
      guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
        throw UsageError("\(parts[0]) needs a value: \(option.usage)")
      }
      options.add(option, value)
    }
    self = try Self.invocation(words, options)
  }

  private static func invocation(_ words: [String], _ options: Options) throws(UsageError) -> Invocation {
    if options.has(.help) { return .help }
    if options.has(.version) { return .version }
    guard let first = words.first else {
      guard options.has(.template) || options.has(.once) else {
        throw UsageError("Which bar is it for?", hint: "bbbar --help")
      }
      return .follow(try options.follow(.plain))
    }
    switch first {
    case "click":
      let button = try choice(words.dropFirst(), "button", of: Button.self, "bbbar click")
      return .click(button, state: try options.clickState(), try options.place([.state, .child, .socket]))
    case "menu":
      try none(words.dropFirst())
      return .menu(try options.place([.child, .socket]))
    case "config":
      // Who names the window manager means its bar.
      let bars = words.dropFirst().map { ["sway": "swaybar", "i3": "i3bar"][$0] ?? $0 }
      let snippet = try choice(bars[...], "bar", of: Snippet.self, "bbbar config")
      _ = try options.place([.icons])
      return .config(snippet, try options.icons())
    case "style":
      let style = try choice(words.dropFirst(), "palette", of: WaybarStyle.self, "bbbar style")
      _ = try options.place([])
      return .style(style)
    default:
      guard let format = BarFormat(rawValue: first) else {
        let known = BarFormat.allCases.map(\.rawValue) + ["click", "config", "style"]
        throw UsageError("There is no bar \"\(first)\".", hint: suggestion("bbbar", first, known))
      }
      try none(words.dropFirst())
      return .follow(try options.follow(format))
    }
  }

  private static func choice<Choice: CaseIterable & RawRepresentable>(
    _ words: ArraySlice<String>, _ noun: String, of type: Choice.Type, _ command: String
  ) throws(UsageError) -> Choice where Choice.RawValue == String {
    let known = Choice.allCases.map(\.rawValue)
    guard let word = words.first else {
      throw UsageError("Which \(noun)?", hint: known.map { "\(command) \($0)" }.joined(separator: ", "))
    }
    try none(words.dropFirst())
    guard let choice = Choice(rawValue: word) else {
      throw UsageError("There is no \(noun) \"\(word)\".", hint: suggestion(command, word, known))
    }
    return choice
  }

  private static func none(_ words: ArraySlice<String>) throws(UsageError) {
    if let word = words.first { throw UsageError("Unexpected argument \"\(word)\".", hint: "bbbar --help") }
  }

  private static func suggestion(_ command: String, _ word: String, _ known: [String]) -> String {
    nearestName(to: word, among: known).map { "\(command) \($0)" } ?? "\(command) with one of "
      + known.joined(separator: ", ")
  }
}
