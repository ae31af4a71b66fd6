import Glibc

/// Reads what must not show on the screen.
enum HiddenInput {
  /// The terminal as it was. Handlers of signals read it and can hold no lock, so order is what guards it: only the main
  /// thread writes it, and only while no handler is set that reads it.
  private nonisolated(unsafe) static var shown = termios()

  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// The next line from the terminal; nil at the end of the input.
  ///
  /// After Ctrl-C, the terminal is as it was before.
  static func readLine() -> String? {
    guard tcgetattr(STDIN_FILENO, &shown) == 0 else { return Swift.readLine() }
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ECHONL)
    let previous = endings.map { number in
      signal(number) { number in
        tcsetattr(STDIN_FILENO, TCSANOW, &HiddenInput.shown)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
    defer {
      tcsetattr(STDIN_FILENO, TCSANOW, &shown)
      for (number, handler) in zip(endings, previous) { signal(number, handler) }
    }
    return Swift.readLine()
  }
}
