/// A command for several children at once, as for twins: `bbctl diaper wet --child Eva --child Max` is the command for
/// each of them, one after the other, and `bbctl status --child all` for each there is.
struct ChildrenArguments {
  /// Those that are named; nil is every child.
  let children: [String]?
  private let rest: [String]
  private let ending: ArraySlice<String>

  /// Nil when at most one child is named.
  ///
  /// - Throws: `CommandRefusal` where one run cannot follow another.
  init?(_ arguments: [String]) throws(CommandRefusal) {
    var rest: [String] = []
    var children: [String] = []
    var index = 0
    while index < arguments.count, arguments[index] != "--" {
      if arguments[index] == "--child", index + 1 < arguments.count {
        children.append(arguments[index + 1])
        index += 2
      } else if arguments[index].hasPrefix("--child=") {
        children.append(String(arguments[index].dropFirst("--child=".count)))
        index += 1
      } else {
        rest.append(arguments[index])
        index += 1
      }
    }
    let isAll = children == ["all"]
    guard children.count > 1 || isAll else { return nil }
    if let command = rest.first, ["watch", "monitor", "remind"].contains(command) {
      throw CommandRefusal(message: "\"bbctl \(command)\" takes one child only.")
    }
    if rest.contains(where: { $0 == "--idempotency-key" || $0.hasPrefix("--idempotency-key=") }) {
      throw CommandRefusal(message: "A key is for one call: run the command once for each child, with a different key.")
    }
    self.children = isAll ? nil : children
    self.rest = rest
    ending = arguments[index...]
  }

  /// Whether the first word is that of no command.
  var beginsSentence: Bool { rest.first.map { Dispatcher.isUnknown($0) && !TriedWords.areCommand(rest) } ?? false }

  /// The arguments for one child.
  func run(for child: String) -> [String] { rest + ["--child", child] + ending }
}
