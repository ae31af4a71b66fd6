import BabyClient
import BabyProtocol
import Glibc

/// The generator that is wrapped, as a process.
final class WrappedProcess {
  private(set) var generator = WrappedGenerator()
  /// What it writes; -1 after its end.
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

  /// Ends the process: nobody reads any more what it says.
  deinit {
    kill(pid, SIGTERM)
    kill(pid, SIGCONT)
    close(input)
    if output >= 0 { close(output) }
  }

  /// Takes what it has written. True when there are other blocks now.
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

  /// Passes on that nobody looks, or somebody again.
  func stop() { kill(pid, generator.stopSignal ?? SIGSTOP) }
  func resume() { kill(pid, generator.contSignal ?? SIGCONT) }
}
