import BabyClient
import CProcess
import Glibc

/// Standard output, written without blocking: a stuck bar must not prevent us from ending with it.
struct Output {
  private let descriptor: Int32
  /// The rest of a line of which a part is written already.
  private var begun: [UInt8] = []
  /// The line that comes next. What a reader was too slow for is left out.
  private var next: [UInt8]?
  private var lastLine: String?

  init(descriptor: Int32) { self.descriptor = descriptor }

  var hasUnwritten: Bool { !begun.isEmpty || next != nil }

  /// Something to be written as it is, before any line.
  mutating func begin(with text: String) { begun += Array((text + "\n").utf8) }

  /// A line to be shown in place of the last one. One that is the same is not written again.
  mutating func show(_ line: String) {
    guard line != lastLine else { return }
    lastLine = line
    next = Array((line + "\n").utf8)
  }

  /// The reader has lost what it showed: the next line is written whatever it is.
  mutating func forget() { lastLine = nil }

  /// Writes what can be written. False when the reader is gone.
  mutating func flush() -> Bool {
    while hasUnwritten {
      if begun.isEmpty, let next {
        begun = next
        self.next = nil
      }
      var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      guard poll(&ready, 1, 0) > 0, ready.revents & Int16(POLLOUT) != 0 else {
        return ready.revents & Int16(POLLERR | POLLHUP | POLLNVAL) == 0
      }
      let count = begun.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { begun.removeFirst(count) } else if errno != EINTR { return errno == EAGAIN }
    }
    return true
  }
}

/// Signals as something to read. Those that bars and their users send around do no harm.
struct Signals: ~Copyable {
  /// Readable when a signal has come.
  let descriptor: Int32

  static let stop = SIGUSR1
  static let cont = SIGUSR2

  /// - Parameter takesStops: the bar sends `stop` and `cont` when it is hidden and shown.
  init(takesStops: Bool) {
    // `pkill -RTMIN+8 waybar` finds more than Waybar, and would end what does not expect it.
    for number in __libc_current_sigrtmin()...__libc_current_sigrtmax() { signal(number, SIG_IGN) }
    signal(SIGPIPE, SIG_IGN)
    // Menus are reaped automatically.
    signal(SIGCHLD, SIG_IGN)
    var taken = sigset_t()
    sigemptyset(&taken)
    for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&taken, number) }
    for number in [Self.stop, Self.cont] {
      if takesStops { sigaddset(&taken, number) } else { signal(number, SIG_IGN) }
    }
    sigprocmask(SIG_BLOCK, &taken, nil)
    descriptor = process_signals_open(&taken)
  }

  deinit { close(descriptor) }

  /// The next signal; nil if there is none.
  func next() -> Int32? {
    withUnsafeTemporaryAllocation(byteCount: 128, alignment: 8) { info in
      read(descriptor, info.baseAddress, info.count) == info.count ? Int32(info.load(as: UInt32.self)) : nil
    }
  }
}

/// Clicks as the bar writes them to standard input.
struct ClickReader {
  let descriptor = STDIN_FILENO
  var debounce = Debounce()
  private var lines = LineBuffer()

  /// The lines that have come; nil at the end of the input.
  mutating func read() -> [[UInt8]]? {
    var count = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, filled in
      count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      filled = max(0, count)
    }
    guard count > 0 else { return count < 0 && (errno == EINTR || errno == EAGAIN) ? [] : nil }
    lines.append(chunk)
    var complete: [[UInt8]] = []
    while let line = lines.next() { complete.append(line) }
    return complete
  }
}
