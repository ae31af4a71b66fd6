import Glibc

/// A program on a terminal of its own, and a person who reads and types there.
final class PseudoTerminal {
  let process: ChildProcess
  private let master: CInt
  private var isOpen = true
  /// All that has been shown so far.
  private(set) var shown = ""
  /// How much of it has been read by `read(until:)`.
  private var position = 0

  init(_ program: String, _ arguments: [String], environment: [String: String]) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (CInt, CInt) = (0, 0)
    guard master >= 0, ioctl(master, Self.setLock, &lock) == 0, ioctl(master, Self.getNumber, &number) == 0 else {
      throw ScenarioFailure.system("/dev/ptmx")
    }
    let path = "/dev/pts/\(number)"
    // `--ctty`: Ctrl-C and a terminal that is closed reach the program as signals.
    process = try ChildProcess(
      "setsid", ["--ctty", "--wait", program] + arguments, environment: environment, input: path, output: path,
      errors: path)
  }

  // TIOCSPTLCK and TIOCGPTN, which Swift does not see.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  deinit { hangUp() }

  /// Reads what is shown, up to some words that have not been read yet.
  func read(until words: String, within limit: Duration = .seconds(30)) throws {
    while true {
      let unread = shown.dropFirst(position)
      if let found = unread.firstRange(of: words) {
        position = shown.distance(from: shown.startIndex, to: found.upperBound)
        return
      }
      guard process.waits(for: master, within: limit), readMore() else {
        throw ScenarioFailure("\"\(words)\" was not shown, but: \(shown)")
      }
    }
  }

  /// Reads until the program ends.
  func readToEnd() throws -> ChildProcess.ExitStatus {
    while process.waits(for: master, within: .seconds(30)), readMore() {}
    return try process.wait()
  }

  private func readMore() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(master, &chunk, chunk.count)
    guard count > 0 else { return false }
    shown += String(decoding: chunk.prefix(count), as: UTF8.self)
    return true
  }

  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    guard Glibc.write(master, bytes, bytes.count) == bytes.count else { throw ScenarioFailure.system("write") }
  }

  /// Closes the terminal's window.
  func hangUp() {
    guard isOpen else { return }
    isOpen = false
    close(master)
  }
}
