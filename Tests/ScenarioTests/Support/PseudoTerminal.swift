import Foundation
import TestSupport

/// A terminal with a program on it: what the program writes can be read, and what is written here is typed there.
///
/// It answers nothing by itself.
final class PseudoTerminal {
  /// What the program's end is called.
  let path: String
  private let master: CInt
  /// Kept open, so that settings outlive the program.
  private let slave: CInt
  /// TIOCSPTLCK and TIOCGPTN, which unlockpt() and ptsname() ask with; Swift shows neither.
  private static let (lock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
  /// All that was written so far.
  private(set) var output = ""
  /// Unread output.
  private var ahead = ""

  init(rows: Int = 24, columns: Int = 80) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: CInt = 0
    var number: CUnsignedInt = 0
    guard master >= 0, ioctl(master, Self.lock, &isLocked) == 0, ioctl(master, Self.number, &number) == 0 else {
      throw ScenarioFailure.system("/dev/ptmx")
    }
    path = "/dev/pts/\(number)"
    slave = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw ScenarioFailure.system(path) }
    resize(rows: rows, columns: columns)
  }

  deinit {
    close(slave)
    close(master)
  }

  func resize(rows: Int, columns: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Whether what is typed shows, and is read in lines.
  var showsTyping: Bool {
    var settings = termios()
    tcgetattr(slave, &settings)
    return settings.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
  }

  func type(_ text: String) {
    _ = text.utf8.withContiguousStorageIfAvailable { write(master, $0.baseAddress, $0.count) }
  }

  /// Reads on until the program has written something.
  ///
  /// - Returns: what was written up to the end of it since the last time.
  @discardableResult
  func read(until text: String, within limit: Duration = Patience.limit) throws -> String {
    let clock = ContinuousClock()
    let end = clock.now + limit
    while true {
      if let found = ahead.range(of: text) {
        defer { ahead = String(ahead[found.upperBound...]) }
        return String(ahead[..<found.upperBound])
      }
      let left = clock.now.duration(to: end)
      guard left > .zero, isReadable(within: CInt(left / .milliseconds(1))), readSome() else {
        throw ScenarioFailure("\"\(text)\" did not come; what came: \(ahead)")
      }
    }
  }

  /// Reads what has been written since the last time, without waiting for more.
  func readRest() {
    while isReadable(within: 0), readSome() {}
    ahead = ""
  }

  private func isReadable(within milliseconds: CInt) -> Bool {
    var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, milliseconds) > 0
  }

  private func readSome() -> Bool {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(master, &bytes, bytes.count)
    guard count > 0 else { return false }
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    output += text
    ahead += text
    return true
  }

  /// Unread typed input, which a shell would read.
  func leftOver() -> String {
    var settings = termios()
    tcgetattr(slave, &settings)
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(slave, TCSANOW, &settings)
    var bytes = [UInt8](repeating: 0, count: 4096)
    var ready = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 0) > 0 else { return "" }
    return String(decoding: bytes.prefix(max(0, Foundation.read(slave, &bytes, bytes.count))), as: UTF8.self)
  }
}

extension Machine {
  /// Starts a program in a session of its own on a terminal.
  func begin(_ program: String, _ arguments: [String], on terminal: PseudoTerminal) throws -> ChildProcess {
    try ChildProcess(
      "setsid", ["--ctty", program] + arguments, environment: environment, input: terminal.path, output: terminal.path,
      errors: terminal.path)
  }
}
