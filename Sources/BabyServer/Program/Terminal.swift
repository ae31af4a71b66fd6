import Glibc

/// Questions to the person who runs a command.
enum Terminal {
  /// A password, typed without echo, or the first line of standard input if that is not a terminal.
  ///
  /// - Throws: `ServerStartFailure` if there is none.
  static func password() throws(ServerStartFailure) -> String {
    var shown = termios()
    guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return try line() }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    ask("Password: ")
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown)
      ask("\n")
    }
    return try line()
  }

  /// No, unless a person says yes.
  ///
  /// - Parameter option: the option that confirms without a person.
  static func confirms(_ question: String, otherwise option: String = "--yes") throws(ServerStartFailure) -> Bool {
    guard isatty(STDIN_FILENO) == 1 else {
      throw ServerStartFailure("\(question) There is no terminal to ask on. To do it, add \(option).")
    }
    ask("\(question) [y/N] ")
    return ["y", "yes"].contains(try line().lowercased())
  }

  private static func line() throws(ServerStartFailure) -> String {
    guard let line = readLine() else { throw ServerStartFailure("There is nothing on standard input.") }
    return line
  }

  /// Beside standard output, which is for answers.
  private static func ask(_ text: String) {
    _ = text.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  }
}
