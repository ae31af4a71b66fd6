import BabyProtocol
import Foundation
import TestSupport

/// A running `bbbar`, with the test in the place of the bar that reads its lines.
final class BarProcess {
  let process: ChildProcess
  private let output: CInt
  private let input: CInt
  private var received: [UInt8] = []
  private var isRead = true

  /// - Parameter command: its words; or a line for the shell, which then stays its parent.
  init(on machine: Machine, _ command: [String], shell line: String? = nil) throws {
    let name = machine.directory + "/bar-\(UInt32.random(in: 0...(.max)))"
    guard mkfifo(name + ".out", 0o600) == 0, mkfifo(name + ".in", 0o600) == 0 else {
      throw ScenarioFailure.system("mkfifo")
    }
    // Opened before the other ends, which would wait for these. The input is open for both, so that it never ends by itself.
    output = open(name + ".out", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    input = open(name + ".in", O_RDWR | O_CLOEXEC)
    var environment = machine.environment
    environment["PATH"] = Machine.programs + ":" + (environment["PATH"] ?? "")
    let arguments = line.map { ["/bin/sh", "-c", $0] } ?? [Machine.program("bbbar")] + command
    process = try ChildProcess(
      arguments[0], Array(arguments.dropFirst()), environment: environment, input: name + ".in",
      output: name + ".out", errors: machine.directory + "/bar.err")
    machine.atEnd { [process] in process.end() }
  }

  deinit {
    stopReading()
    close(input)
  }

  /// The bar goes away.
  func stopReading() {
    if isRead { close(output) }
    isRead = false
  }

  /// Makes the way to the bar so narrow that a few lines stop it up.
  func narrow() { _ = fcntl(output, 1031 /* F_SETPIPE_SZ */, 4_096) }

  func click(_ line: String) { _ = Glibc.write(input, line + "\n", line.utf8.count + 1) }

  /// The next line; nil when none comes in time.
  func next(within limit: Duration = Patience.limit) -> String? {
    let deadline = ContinuousClock().now + limit
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      let left = max(.zero, deadline - ContinuousClock().now)
      guard process.waits(for: output, within: left) else { return nil }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(output, &chunk, chunk.count)
      guard count > 0 else { return nil }
      received += chunk.prefix(count)
    }
  }

  /// The first line from now on that has a text in it.
  func line(with text: String) throws -> String {
    var seen: [String] = []
    let deadline = ContinuousClock().now + Patience.limit
    while let line = next(within: deadline - ContinuousClock().now) {
      if line.contains(text) { return line }
      seen.append(line)
    }
    throw ScenarioFailure("no line with \(text), only \(seen)")
  }
}
