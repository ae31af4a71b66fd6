import BabyClient
import Glibc

/// A program that a test runs beside itself, and that is gone when this is.
///
/// It inherits no open file of the tests: code that waits for the end of a pipe, a socket or a lock would
/// otherwise wait for each program that another test happens to start meanwhile.
package final class StartedProgram {
  private let pid: pid_t
  /// Our end of what is both its standard input and its standard output.
  private let descriptor: CInt
  private var status: CInt?

  /// - Parameters:
  ///   - arguments: the program, looked for on the path, and its arguments.
  ///   - environment: all that it has; nil is what the tests have.
  ///   - isQuiet: what it says on standard error is not wanted.
  package init(_ arguments: [String], environment: [String: String]? = nil, isQuiet: Bool = false) throws {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
      throw ProgramFailure("socketpair")
    }
    defer { close(ends[1]) }
    descriptor = ends[0]
    let launcher = environment.map { ["env", "-i"] + $0.map { "\($0.key)=\($0.value)" } } ?? []
    guard let pid = Spawn.start(launcher + arguments, input: ends[1], output: ends[1], isQuiet: isQuiet) else {
      close(descriptor)
      throw ProgramFailure("\(arguments[0]) cannot be started")
    }
    self.pid = pid
  }

  deinit {
    if status == nil { kill(pid, SIGKILL) }
    wait()
    close(descriptor)
  }

  /// Gives it something on its standard input.
  package func write(_ text: String) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      guard count > 0 else { throw ProgramFailure("the program takes no input") }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends its standard input.
  package func endInput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// What it has written since the last time. Waits until there is something; nil at the end.
  package func read() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Whether `read()` returns at once: something was written, or it has ended.
  package var hasOutput: Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0
  }

  /// Everything that it writes until its end.
  package func readToEnd() -> [UInt8] {
    var all: [UInt8] = []
    while let more = read() { all += more }
    return all
  }

  /// Waits until it has ended.
  ///
  /// - Returns: what it exited with; nil when a signal has ended it.
  @discardableResult
  package func wait() -> CInt? {
    var status = status ?? -1
    if self.status == nil {
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      self.status = status
    }
    return status >= 0 && status & 0x7f == 0 ? (status >> 8) & 0xff : nil
  }

  /// Runs a program to its end, on a thread of its own, and throws unless it exits with 0.
  ///
  /// - Returns: what it has written.
  @discardableResult
  package static func run(
    _ arguments: [String], environment: [String: String]? = nil, input: String = "", isQuiet: Bool = false
  ) async throws -> [UInt8] {
    try await onOwnThread {
      let program = try StartedProgram(arguments, environment: environment, isQuiet: isQuiet)
      try program.write(input)
      program.endInput()
      let output = program.readToEnd()
      guard program.wait() == 0 else {
        throw ProgramFailure("\(arguments.joined(separator: " ")): \(String(decoding: output, as: UTF8.self))")
      }
      return output
    }
  }
}

package struct ProgramFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
