package import BabyModel
import Glibc

/// The input of a terminal: keys, and the terminal's own answers, of which no byte counts as a key.
///
/// Answers may come late, in pieces, or not at all. However long one is, a few bytes of it are kept.
package struct TerminalInput {
  package enum Event: Hashable {
    case key(Key)
    /// Text from the clipboard, where the terminal says that it is: no key, whatever its letters are.
    case pasted(Character)
    case mouse(Mouse)
    /// The answer to `backgroundQuery`.
    case background(Color)
    /// The answer of every terminal to `attributesQuery`: earlier queries without an answer get none.
    case attributes
  }

  package enum Key: Hashable {
    case character(Character)
    case enter, tab, backTab, backspace, delete, escape
    case up, down, left, right, home, end, pageUp, pageDown
  }

  package enum Mouse: Hashable {
    /// The left button; columns and rows count from 0.
    case pressed(column: Int, row: Int)
    case wheelUp, wheelDown
  }

  /// OSC 11: the background colour.
  static let backgroundQuery = "\u{1B}]11;?\u{1B}\\"
  /// DA1.
  static let attributesQuery = "\u{1B}[c"

  private enum State { case ground, letter, escape, singleShift, sequence, string, stringEscape }

  private var state = State.ground
  /// Of a sequence, a string or a letter, what has come so far.
  private var collected: [UInt8] = []
  private var isPasting = false

  private static let longest = 64

  package init() {}

  package mutating func take(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes { take(byte, &events) }
    return events
  }

  /// Whether the last byte was an escape: the key, or the beginning of what has not come yet.
  package var mayBeEscape: Bool { state == .escape }

  /// Nothing followed the escape: it was the key.
  package mutating func settleEscape() -> Event {
    state = .ground
    return .key(.escape)
  }

  private mutating func take(_ byte: UInt8, _ events: inout [Event]) {
    switch state {
    case .ground: takeKey(byte, &events)
    case .letter:
      collected.append(byte)
      guard collected.count == Self.length(ofLetter: collected[0]) else { return }
      state = .ground
      if let letter = String(validating: collected, as: UTF8.self)?.first { events.append(typed(letter)) }
    case .escape: takeAfterEscape(byte, &events)
    case .singleShift:
      state = .ground
      if let key = Self.cursorKey(byte) { events.append(.key(key)) }
    case .sequence:
      guard (0x40...0x7E).contains(byte) else { return collect(byte) }
      state = .ground
      if let event = endSequence(byte) { events.append(event) }
    case .string:
      switch byte {
      // BEL ends it, too.
      case 0x07: endString(&events)
      case 0x1B: state = .stringEscape
      default: collect(byte)
      }
    case .stringEscape:
      if byte == UInt8(ascii: "\\") { return endString(&events) }
      // Whatever began a new sequence has ended the string.
      takeAfterEscape(byte, &events)
    }
  }

  private mutating func takeKey(_ byte: UInt8, _ events: inout [Event]) {
    switch byte {
    case 0x1B: state = .escape
    case _ where isPasting && byte < 0x20: events.append(.pasted(" "))
    case 0x0A, 0x0D: events.append(.key(.enter))
    case 0x09: events.append(.key(.tab))
    case 0x08, 0x7F: events.append(.key(.backspace))
    case 0x20..<0x7F: events.append(typed(Character(Unicode.Scalar(byte))))
    case 0xC2...0xF4: (state, collected) = (.letter, [byte])
    // Other control characters have no meaning here.
    default: break
    }
  }

  private func typed(_ letter: Character) -> Event { isPasting ? .pasted(letter) : .key(.character(letter)) }

  private static func length(ofLetter first: UInt8) -> Int { first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4 }

  private mutating func takeAfterEscape(_ byte: UInt8, _ events: inout [Event]) {
    collected = []
    switch byte {
    case UInt8(ascii: "["): state = .sequence
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
      state = .string
      // Only of OSC anything is read.
      if byte != UInt8(ascii: "]") { collected = [byte] }
    case UInt8(ascii: "O"): state = .singleShift
    default:
      // The escape key, and then another one.
      state = .ground
      events.append(.key(.escape))
      takeKey(byte, &events)
    }
  }

  private mutating func collect(_ byte: UInt8) {
    if collected.count < Self.longest { collected.append(byte) }
  }

  private static func cursorKey(_ byte: UInt8) -> Key? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "Z"): .backTab
    default: nil
    }
  }

  /// - Parameter byte: the last one, which says what the sequence is.
  private mutating func endSequence(_ byte: UInt8) -> Event? {
    if let key = Self.cursorKey(byte) { return .key(key) }
    let text = String(decoding: collected, as: UTF8.self)
    switch byte {
    case UInt8(ascii: "c"): return text.hasPrefix("?") ? .attributes : nil
    case UInt8(ascii: "M"): return text.hasPrefix("<") ? Self.mouse(text.dropFirst()) : nil
    case UInt8(ascii: "~"): break
    default: return nil
    }
    switch text.prefix(while: \.isNumber) {
    case "1", "7": return .key(.home)
    case "3": return .key(.delete)
    case "4", "8": return .key(.end)
    case "5": return .key(.pageUp)
    case "6": return .key(.pageDown)
    case "200": isPasting = true
    case "201": isPasting = false
    default: break
    }
    return nil
  }

  /// `0;12;5`: the button, the column and the row, which count from 1.
  private static func mouse(_ text: Substring) -> Event? {
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2] else { return nil }
    return switch button {
    case 0: .mouse(.pressed(column: column - 1, row: row - 1))
    case 64: .mouse(.wheelUp)
    case 65: .mouse(.wheelDown)
    default: nil
    }
  }

  private mutating func endString(_ events: inout [Event]) {
    state = .ground
    if let color = Self.background(String(decoding: collected, as: UTF8.self)) { events.append(.background(color)) }
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
