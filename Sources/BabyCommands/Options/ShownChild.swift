import ArgumentParser

/// The child that a command shows: `status Eva` and `status --child Eva` are the same.
struct ShownChild: ParsableArguments {
  @Argument(help: ArgumentHelp("The child, as with --child.", valueName: "child"), completion: .children)
  var words: [String] = []

  @Option(help: OptionHelp.eachChild, completion: .children) var child: String?

  func validate() throws {
    if child != nil, !words.isEmpty { throw ValidationError("The child is given twice.") }
  }

  /// Nil for the selected child.
  var name: String? { words.isEmpty ? child : words.joined(separator: " ") }
}
