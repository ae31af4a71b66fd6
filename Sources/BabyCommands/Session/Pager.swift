import BabyClient
import BabyProtocol
import Glibc
import SystemCalls

/// A program for reading long output.
struct Pager {
  /// Returns false once the output is not read any more.
  var write: (String) -> Bool
  /// Ends the output, and waits until it has been read.
  var finish: () -> Void

  /// - Parameter variable: `PAGER`, a shell's command; none if it is empty or `cat`, or the terminal is dumb.
  static func command(variable: (String) -> String?, canFind: (String) -> Bool) -> [String]? {
    if variable("TERM") == "dumb" { return nil }
    guard let named = variable("PAGER") else { return canFind("less") ? ["less"] : nil }
    let words = named.split(separator: " ")
    return words.isEmpty || words == ["cat"] ? nil : ["sh", "-c", named]
  }

  /// Starts the pager; nil if there is none.
  static func start(_ variables: EnvironmentVariables) -> Pager? {
    guard let command = command(variable: { variables[$0] }, canFind: Spawn.canFind), let pipe = Spawn.pipe() else {
      return nil
    }
    // It ends by itself after less than a screen, shows colours, and leaves on the screen what it has shown.
    setenv("LESS", "FRX", 0)
    signal(SIGCHLD, SIG_DFL)
    let process = Spawn.start(command, input: pipe.reading, output: STDOUT_FILENO)
    close(pipe.reading)
    guard let process else {
      close(pipe.writing)
      return nil
    }
    // Ctrl-C is for the pager, which has the terminal.
    let interrupt = signal(SIGINT, SIG_IGN)
    return Pager(
      write: { writeAll(Array($0.utf8), to: pipe.writing) },
      finish: {
        close(pipe.writing)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        signal(SIGINT, interrupt)
      })
  }
}

extension CommandSession {
  /// Runs what writes a long answer: into a pager, where a person looks at a terminal and there is one.
  func paging(_ isWanted: Bool, _ body: ((String) -> Bool) throws -> Void) throws {
    let isScreen = environment.outputIsTerminal && !printsJSON && !renderer.isPlain
    guard isWanted, isScreen, let pager = environment.openPager() else { return try writing(body) }
    defer { pager.finish() }
    try body(pager.write)
  }

  /// A reader that stops early, such as `head`, is not an error; a full disk is.
  private func writing(_ body: ((String) -> Bool) throws -> Void) throws {
    var reason: String?
    try body { text in
      if write(text) { return true }
      if errno != EPIPE { reason = systemErrorText() }
      return false
    }
    guard let reason else { return }
    remark("bbctl: The answer could not be written: \(reason).")
    end(with: .failed)
  }
}
