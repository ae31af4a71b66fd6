import BabyClient
import Glibc

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
