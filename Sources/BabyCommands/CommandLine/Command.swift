import ArgumentParser
import BabyProtocol

/// What a command does with the daemon.
typealias CommandAction = (CommandSession) throws -> Void

/// A command or a group of commands. `CommandTable` lists all of them.
///
/// The type is the only declaration of a command: its name, its options, its arguments and its help, and what it does with
/// them. ArgumentParser, the path without ArgumentParser, completions and manual pages read it from there.
protocol NamedCommand {
  /// The word that names it.
  static var commandName: String { get }

  /// Names the commands of a group. The first one runs if none is named.
  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void)

  /// Whether its name begins sentences too.
  static var sentences: SentenceUse { get }

  /// What it does if only words follow its name, and no options; nil if ArgumentParser has to read them.
  ///
  /// ArgumentParser takes thirty times the instructions of the rest of a call. What keys, bars and people type all day does
  /// without it.
  static func action(for words: ArraySlice<String>) -> CommandAction?

  /// The command as ArgumentParser knows it. The protocol does not inherit from ArgumentParser's: the tables of such a
  /// conformance are made while the program runs, for all commands at a quarter of the instructions of a whole call.
  static var parser: any ParsableCommand.Type { get }
}

/// How a command's name is used in sentences.
enum SentenceUse {
  /// It only names the command.
  case never
  /// A sentence follows it: `log wet 20m ago`.
  case follows
  /// A sentence can begin with it. What the daemon does not understand is read as the command: `feed left 5 min ago`.
  case begins
  /// A sentence begins with it as soon as a word follows: `milk add 120ml`.
  case beginsWithWord
}

extension NamedCommand {
  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void) {}
  static var sentences: SentenceUse { .never }
  static func action(for words: ArraySlice<String>) -> CommandAction? { nil }

  static var parsers: [any ParsableCommand.Type] { subcommands.map { $0.parser } }

  static var subcommands: [any NamedCommand.Type] {
    var commands: [any NamedCommand.Type] = []
    listSubcommands { commands.append($0) }
    return commands
  }

  /// Compares lengths first: most names differ in them, and texts are slow to compare.
  static func isCalled(_ word: String) -> Bool { commandName.utf8.count == word.utf8.count && commandName == word }
}

extension NamedCommand where Self: ParsableCommand {
  static var parser: any ParsableCommand.Type { Self.self }

  /// The configuration of a command that does something.
  ///
  /// - Parameters:
  ///   - abstract: what it does, in one line.
  ///   - usage: what is typed between `bbctl` and its options.
  ///   - discussion: more about it, and examples.
  static func command(_ abstract: String, usage: String, discussion: String = "") -> CommandConfiguration {
    CommandConfiguration(
      commandName: commandName, abstract: abstract, usage: "bbctl \(usage) [<options>]", discussion: discussion)
  }

  /// The configuration of a group.
  static func group(_ abstract: String, discussion: String) -> CommandConfiguration {
    CommandConfiguration(
      commandName: commandName, abstract: abstract, discussion: discussion, subcommands: parsers,
      defaultSubcommand: parsers.first)
  }
}

/// A command that does something: it asks the daemon and shows the answer.
protocol Command: ParsableCommand, NamedCommand {
  var global: GlobalOptions { get }

  /// How to run it.
  var settings: SessionSettings { get }

  /// Runs the command. What it throws becomes a message and an exit status: a `ClientError` or a `UsageError`.
  func run(in session: CommandSession) throws
}

extension Command {
  var settings: SessionSettings { global.settings }
}

/// A command that only shows something about a child, or shows it and asks first: `--child all` runs it for each.
protocol EachChildCommand: Command {}

/// A command whose calls take long: the family server, which has 30 seconds, answers them, or they do a part of some long
/// work.
protocol PatientCommand: Command {}

extension PatientCommand {
  var settings: SessionSettings { global.patientSettings }
}

/// A request that cannot be fulfilled, detected before calling a daemon.
struct UsageError: Error {
  var message: String
  /// A command line that helps.
  var hint: String?
  /// Others that may be meant instead.
  var others: [String] = []
  /// The exit status: a usage error, unless another one is given.
  var status = ExitStatus.invalid
}
