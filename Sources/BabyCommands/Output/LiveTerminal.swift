import BabyClient
package import BabyModel
import CProcess
import Glibc
import SystemCalls

/// The terminal on which a page is kept up to date. Meanwhile its cursor is hidden and typed keys are not echoed; both
/// are restored when the program ends, by a key, by a signal or by an error.
///
/// It queries the background (OSC 11), and right after that the attributes (DA1), which every terminal answers: one
/// that answers only those does not know the first query. The answers are read and never shown, even late ones: before
/// the terminal is restored, it waits for the answer, up to a second after the query.
package final class LiveTerminal {
  package enum Event: Hashable {
    case key(TerminalInput.Key)
    case pasted(Character)
    case mouse(TerminalInput.Mouse)
    case background(Color)
    /// Its size is another one, or what it shows was lost.
    case disturbed
    /// The keyboard is gone, and the screen with it.
    case lost
  }

  /// Readable when something was typed or answered, or a signal has come.
  package let descriptors: [Int32]

  private let input: Int32
  private let output: Int32
  private let signals: Int32
  private let asksBackground: Bool
  private let isFullScreen: Bool
  /// The settings as they were; nil if there is no keyboard.
  private let settings: termios?
  private var parser = TerminalInput()
  /// Until when an answer is waited for; nil when none is due.
  private var answerDue: Deadline?
  private var isTaken = false

  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
  /// In milliseconds: what follows an escape comes at once, or it was the key.
  private static let escapePatience: Int32 = 50
  /// The other screen, without a cursor; the mouse in SGR's form; and pasted text in brackets.
  private static let beginsFullScreen = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000h\u{1B}[?1006h\u{1B}[?2004h"
  private static let endsFullScreen = "\u{1B}[?2004l\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?25h\u{1B}[?1049l"

  /// - Parameters:
  ///   - input: the keyboard; nil if there is none, and nothing is queried.
  ///   - output: the terminal's screen.
  ///   - asksBackground: whether colours depend on it.
  ///   - isFullScreen: what it showed before comes back at the end, and presses of the mouse are events.
  package init(input: Int32?, output: Int32, asksBackground: Bool, isFullScreen: Bool = false) {
    self.output = output
    self.isFullScreen = isFullScreen
    var settings = termios()
    if let input, tcgetattr(input, &settings) == 0 {
      self.input = input
      self.settings = settings
    } else {
      self.input = -1
      self.settings = nil
    }
    self.asksBackground = asksBackground && self.settings != nil
    signals = Self.takeSignals()
    descriptors = [self.input, signals]
    take()
  }

  deinit {
    giveBack()
    close(signals)
  }

  /// The size in characters. One column stays free: erasing behind a full line would erase its last letter.
  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (79, 24) }
    return (max(1, Int(size.ws_col) - 1), Int(size.ws_row))
  }

  /// The events since the last call. A signal that ends the program does so in here.
  package func process() -> [Event] {
    var events: [Event] = []
    while let number = nextSignal() {
      switch number {
      case SIGWINCH, SIGCONT: events.append(.disturbed)
      case SIGTSTP:
        giveBack()
        raise(SIGSTOP)
        take()
        events.append(.disturbed)
      default: end(by: number)
      }
    }
    return events + read()
  }

  // MARK: Keys and answers

  private func read() -> [Event] {
    guard input >= 0, isReadable(within: 0) else { return [] }
    let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = max(0, Glibc.read(input, buffer.baseAddress, buffer.count))
    }
    guard !bytes.isEmpty else {
      answerDue = nil
      return [.lost]
    }
    var events = parser.take(bytes)
    if parser.mayBeEscape, !isReadable(within: Self.escapePatience) { events.append(parser.settleEscape()) }
    return events.compactMap { event in
      switch event {
      case .key(let key): return .key(key)
      case .pasted(let letter): return .pasted(letter)
      case .mouse(let mouse): return .mouse(mouse)
      case .background(let color): return .background(color)
      case .attributes:
        answerDue = nil
        return nil
      }
    }
  }

  private func isReadable(within milliseconds: Int32) -> Bool {
    var polled = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, milliseconds) > 0
  }

  // MARK: Taking it and giving it back

  private func take() {
    guard !isTaken else { return }
    isTaken = true
    if var own = settings {
      own.c_lflag &= ~tcflag_t(ECHO | ICANON)
      tcsetattr(input, TCSADRAIN, &own)
    }
    write(isFullScreen ? Self.beginsFullScreen : "\u{1B}[?25l")
    guard asksBackground else { return }
    answerDue = Deadline(in: .seconds(1))
    write(TerminalInput.backgroundQuery + TerminalInput.attributesQuery)
  }

  /// Restores the terminal. Happens at the latest when this object is released.
  package func giveBack() {
    guard isTaken else { return }
    isTaken = false
    while let due = answerDue, isReadable(within: due.millisecondsLeft) { _ = read() }
    answerDue = nil
    write(isFullScreen ? Self.endsFullScreen : "\u{1B}[?25h\n")
    // Discard pending input and late answers.
    if var settings { tcsetattr(input, TCSAFLUSH, &settings) }
  }

  private func write(_ text: String) { _ = writeAll(Array(text.utf8), to: output) }

  // MARK: Signals

  private static var taken: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in endings + [SIGTSTP, SIGCONT, SIGWINCH] { sigaddset(&set, number) }
    return set
  }

  private static func takeSignals() -> Int32 {
    var taken = taken
    sigprocmask(SIG_BLOCK, &taken, nil)
    return process_signals_open(&taken)
  }

  private func nextSignal() -> Int32? {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { info in
      Glibc.read(signals, info.baseAddress, info.count) == info.count ? Int32(info.load(as: UInt32.self)) : nil
    }
  }

  /// Ends the program as the signal would have ended it.
  private func end(by number: Int32) {
    giveBack()
    signal(number, SIG_DFL)
    var taken = Self.taken
    sigprocmask(SIG_UNBLOCK, &taken, nil)
    raise(number)
  }
}

/// A page on a terminal that is drawn in place of the one before.
struct LivePage {
  private var shown: String?

  /// The previous page is gone, or elsewhere on the screen.
  mutating func forget() { shown = nil }

  /// The text to write; nil if the page is unchanged.
  ///
  /// Leaves out what does not fit, gaps before words and the last lines first: a page begins with what matters most.
  /// - Parameter rows: of the terminal.
  mutating func draw(_ text: String, rows: Int) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    if lines.count > rows { lines.removeAll(where: \.isEmpty) }
    let page = lines.prefix(max(1, rows)).joined(separator: "\u{1B}[K\n") + "\u{1B}[K\u{1B}[J"
    guard page != shown else { return nil }
    defer { shown = page }
    // Home, each line to its end, and nothing below: nothing flickers.
    return (shown == nil ? "\u{1B}[2J\u{1B}[H" : "\u{1B}[H") + page
  }
}
