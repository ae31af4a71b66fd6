import ArgumentParser
import BabyModel
import BabyProtocol

struct ChildRemoveCommand: Command {
  static let commandName = "remove"

  static let configuration = command(
    "Remove a child; its entries are kept, and you can restore it.", usage: "child remove <child>")

  @Argument(help: "The child's name or id.")
  var child: String

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.changeConfirmed(
      ChildRemove.self, of: child, write, asking: !yes, to: "remove this child", whatItDoes: "removes a child")
  }
}

struct ChildRestoreCommand: Command {
  static let commandName = "restore"

  static let configuration = command(
    "Bring a removed child back.", usage: "child restore <child>")

  @Argument(help: "The child's name or id.")
  var child: String

  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.change(ChildRestore.self, .init(childID: child, options: write.options))
  }
}

struct ChildPurgeCommand: Command {
  static let commandName = "purge"

  static let configuration = command(
    "Delete a removed child for good, with everything logged for it.", usage: "child purge <child>",
    discussion: """
      The child must have been removed first. Undo does not bring it back. Backups made earlier still have it, and so \
      does a family server, where its owner can add it again.
      """)

  @Argument(help: "The child's name or id.")
  var child: String

  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var write: WriteFlags
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.changeConfirmed(
      ChildPurge.self, of: child, write, asking: !yes, to: "delete this child for good",
      whatItDoes: "deletes a child for good")
  }
}

extension CommandSession {
  /// Changes a child once its name has been typed.
  ///
  /// - Parameters:
  ///   - purpose: goes on after "Type Eva to".
  ///   - action: goes on after "This".
  fileprivate func changeConfirmed<Method: WriteMethod>(
    _ method: Method.Type, of child: String, _ write: WriteFlags, asking: Bool, to purpose: String,
    whatItDoes action: String
  ) throws where Method.Params == ChildWriteParams, Method.Answer == ChildAnswer {
    var childID = child
    if asking, !write.dryRun {
      try requirePerson(for: action)
      // Whichever child the daemon takes the words for is the one whose name has to be typed.
      let found = try call(method, .init(childID: child, options: WriteOptions(dryRun: true))).child.child
      childID = found.id.description
      guard confirms(byTyping: found.name, purpose) else { return }
    }
    try change(method, .init(childID: childID, options: write.options))
  }
}
