import BabyClient
package import BabyProtocol
import Glibc

/// The output of another generator for i3bar: `--wrap` puts our block among its own.
///
/// It may speak the protocol, or write plain lines, as i3status does if it does not notice that it writes to i3bar.
package struct WrappedGenerator {
  /// The blocks of its last line.
  package private(set) var blocks: [JSON] = []
  /// From its header; nil until it arrives, and if it has none.
  private var header: JSON?

  package init() {}

  var wantsClicks: Bool { header?["click_events"] == true }

  /// The signals by which it wants to be stopped and continued; nil is SIGSTOP and SIGCONT.
  var stopSignal: Int32? { signal("stop_signal") }
  var contSignal: Int32? { signal("cont_signal") }

  private func signal(_ name: String) -> Int32? { header?[name]?.integerValue.flatMap(Int32.init(exactly:)) }

  /// Takes a line.
  ///
  /// - Returns: whether the blocks have changed.
  package mutating func take(_ line: [UInt8]) -> Bool {
    let text = line.drop { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
    if header == nil, let json = try? JSON(parsing: text), json["version"] != nil {
      header = json
      return false
    }
    guard header != nil else { return show([["full_text": .string(plain(line))]]) }
    var array = text[...]
    while let last = array.last, [UInt8(ascii: ","), UInt8(ascii: " "), UInt8(ascii: "\r")].contains(last) {
      array.removeLast()
    }
    guard let json = try? JSON(parsing: array), let blocks = json.arrayValue else { return false }
    return show(blocks)
  }

  /// It has ended: none of its blocks is shown any more.
  mutating func end() -> Bool { show([]) }

  private mutating func show(_ blocks: [JSON]) -> Bool {
    defer { self.blocks = blocks }
    return blocks != self.blocks
  }

  private func plain(_ line: [UInt8]) -> String { SafeText.line(String(decoding: line, as: UTF8.self)) }
}

/// The generator that is wrapped, as a process.
final class WrappedProcess {
  private(set) var generator = WrappedGenerator()
  /// Its output; -1 after its end.
  private(set) var output: Int32
  private let input: Int32
  private let pid: pid_t
  private var lines = LineBuffer()
  private var hasClicks = false

  /// Nil when it cannot be started.
  init?(_ command: String) {
    guard let toChild = Spawn.pipe(), let fromChild = Spawn.pipe(),
      let pid = Spawn.start(["/bin/sh", "-c", command], input: toChild.reading, output: fromChild.writing)
    else { return nil }
    close(toChild.reading)
    close(fromChild.writing)
    for descriptor in [toChild.writing, fromChild.reading] { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    (self.pid, input, output) = (pid, toChild.writing, fromChild.reading)
  }

  /// Ends the process: its output is not read any more.
  deinit {
    kill(pid, SIGTERM)
    kill(pid, SIGCONT)
    close(input)
    if output >= 0 { close(output) }
  }

  /// Reads what it has written.
  ///
  /// - Returns: whether the blocks have changed.
  func receive() -> Bool {
    var isNew = false
    while output >= 0 {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, filled in
        count = read(output, buffer.baseAddress, buffer.count)
        filled = max(0, count)
      }
      if count > 0 {
        lines.append(chunk)
        while let line = lines.next() { isNew = generator.take(line) || isNew }
      } else if count < 0, errno == EINTR || errno == EAGAIN {
        if errno == EAGAIN { break }
      } else {
        close(output)
        output = -1
        isNew = generator.end() || isNew
      }
    }
    return isNew
  }

  /// Passes a click on. A generator that does not read misses it.
  func click(_ event: JSON) {
    guard generator.wantsClicks else { return }
    let line = Array(((hasClicks ? "," : "[\n") + event.text + "\n").utf8)
    hasClicks = true
    _ = line.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
  }

  /// Forwards that the bar is hidden or visible.
  func stop() { kill(pid, generator.stopSignal ?? SIGSTOP) }
  func resume() { kill(pid, generator.contSignal ?? SIGCONT) }
}
