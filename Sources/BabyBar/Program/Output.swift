import Glibc

/// Standard output, written only when somebody takes it: a bar that stands still must not stop us from ending with it.
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
