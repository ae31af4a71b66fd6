import ArgumentParser
import BabyProtocol

/// A command that does something: it asks the daemon and shows the answer.
protocol Command: ParsableCommand {
  var global: GlobalOptions { get }

  /// Whether it only shows what there is of a child, or shows it and asks first, so that `--child all` means each of them.
  static var showsEachChild: Bool { get }

  /// How it is to be run.
  var settings: SessionSettings { get }

  /// Runs the command. What it throws becomes a message and an exit status: a `ClientError` or a `CommandRefusal`.
  func run(in session: CommandSession) throws
}

extension Command {
  static var showsEachChild: Bool { false }

  var settings: SessionSettings { global.settings }
}

/// A request that cannot be fulfilled, detected before calling a daemon.
struct CommandRefusal: Error {
  var message: String
  /// A command line that helps.
  var hint: String?
  /// Others, of which one may be meant in its place.
  var others: [String] = []
  /// The exit status: a usage error, unless another one is given.
  var status = ExitStatus.invalid
}
