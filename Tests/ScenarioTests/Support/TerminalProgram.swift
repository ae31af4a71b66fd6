/// A program on a terminal of its own, and a person who reads and types there.
final class TerminalProgram {
  let process: ChildProcess
  /// Nil once its window is closed.
  private var terminal: PseudoTerminal?

  /// - Parameter start: starts the program on the terminal.
  init(_ start: (PseudoTerminal) throws -> ChildProcess) throws {
    let terminal = try PseudoTerminal()
    process = try start(terminal)
    self.terminal = terminal
  }

  /// All that has been shown so far.
  var shown: String { terminal?.output ?? "" }

  /// Reads what is shown, up to some words that have not been read yet.
  func read(until words: String) throws { _ = try terminal?.read(until: words) }

  /// Reads until the program ends.
  func readToEnd() throws -> ChildProcess.ExitStatus {
    try terminal?.read(toEndOf: process) ?? process.wait()
  }

  func type(_ text: String) { terminal?.type(text) }

  /// Closes the terminal's window.
  func hangUp() { terminal = nil }
}
