import BabyModel
import Glibc

/// The input of a terminal: keys, and the terminal's own answers, of which no byte counts as a key.
///
/// Answers may come late, in pieces, or not at all. However long one is, a few bytes of it are kept.
struct TerminalInput {
  enum Event: Hashable {
    /// A key that stands for a character.
    case key(UInt8)
    /// The answer to `backgroundQuery`.
    case background(Color)
    /// The answer of every terminal to `attributesQuery`: earlier queries without an answer get none.
    case attributes
  }

  /// OSC 11: the background colour.
  static let backgroundQuery = "\u{1B}]11;?\u{1B}\\"
  /// DA1.
  static let attributesQuery = "\u{1B}[c"

  private enum State { case ground, escape, singleShift, sequence, string, stringEscape }

  private var state = State.ground
  /// Of a sequence or a string, what has come so far.
  private var collected: [UInt8] = []

  private static let longest = 64

  mutating func take(_ bytes: some Sequence<UInt8>) -> [Event] { bytes.compactMap { take($0) } }

  private mutating func take(_ byte: UInt8) -> Event? {
    switch state {
    case .ground:
      if byte != 0x1B { return .key(byte) }
      state = .escape
    case .escape: return takeAfterEscape(byte)
    case .singleShift: state = .ground
    case .sequence:
      guard (0x40...0x7E).contains(byte) else { return collect(byte) }
      state = .ground
      return byte == UInt8(ascii: "c") && collected.first == UInt8(ascii: "?") ? .attributes : nil
    case .string:
      switch byte {
      // BEL ends it, too.
      case 0x07: return endString()
      case 0x1B: state = .stringEscape
      default: return collect(byte)
      }
    case .stringEscape:
      if byte == UInt8(ascii: "\\") { return endString() }
      // Whatever began a new sequence has ended the string.
      return takeAfterEscape(byte)
    }
    return nil
  }

  private mutating func takeAfterEscape(_ byte: UInt8) -> Event? {
    collected = []
    switch byte {
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string
      // Only of OSC anything is read.
      if byte != UInt8(ascii: "]") { collected = [byte] }
    case UInt8(ascii: "O"): state = .singleShift
    case 0x1B: state = .escape
    default:
      // The escape key, and then another one.
      state = .ground
      return .key(byte)
    }
    return nil
  }

  private mutating func collect(_ byte: UInt8) -> Event? {
    if collected.count < Self.longest { collected.append(byte) }
    return nil
  }

  private mutating func endString() -> Event? {
    state = .ground
    return Self.background(String(decoding: collected, as: UTF8.self)).map { .background($0) }
  }

  /// `11;rgb:ffff/ffff/dddd`, with one to four digits each, as XParseColor takes them.
  private static func background(_ text: String) -> Color? {
    guard text.hasPrefix("11;rgb:") || text.hasPrefix("11;rgba:"), let colon = text.firstIndex(of: ":") else {
      return nil
    }
    let channels = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
      .map { digits -> UInt8? in
        guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit),
          let value = UInt32(digits, radix: 16)
        else { return nil }
        let most = UInt32(1) << (4 * UInt32(digits.utf8.count)) - 1
        return UInt8((value * 255 + most / 2) / most)
      }
    guard (3...4).contains(channels.count), let red = channels[0], let green = channels[1], let blue = channels[2]
    else {
      return nil
    }
    return Color(red: red, green: green, blue: blue)
  }
}

/// Reads what must not show on the screen.
enum HiddenInput {
  private static let endings = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// The next line from the terminal; nil at the end of the input.
  ///
  /// After Ctrl-C, the terminal is as it was before.
  static func readLine() -> String? {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0, settings.c_lflag & tcflag_t(ECHO) != 0 else {
      return Swift.readLine()
    }
    let previous = endings.map { number in
      signal(number) { number in
        HiddenInput.echo(true, TCSANOW)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    echo(false, TCSAFLUSH)
    defer {
      echo(true, TCSANOW)
      for (number, handler) in zip(endings, previous) { signal(number, handler) }
    }
    return Swift.readLine()
  }

  /// Turns the echo on or off; while it is off, only the end of the line shows. Handlers of signals call this, so it reads
  /// the terminal's own settings instead of a variable that they would share with the main thread.
  private static func echo(_ isOn: Bool, _ when: Int32) {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
    settings.c_lflag &= ~tcflag_t(isOn ? ECHONL : ECHO)
    settings.c_lflag |= tcflag_t(isOn ? ECHO : ECHONL)
    tcsetattr(STDIN_FILENO, when, &settings)
  }
}
