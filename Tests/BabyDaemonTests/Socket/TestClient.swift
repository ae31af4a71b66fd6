import BabyProtocol
import Glibc

@testable import BabyDaemon

/// A client made of plain system calls, so that nothing of the daemon tests itself.
final class TestClient {
  let descriptor: CInt
  private var received: [UInt8] = []

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    let result = sockaddr_un(path: path).withSockaddr { connect(descriptor, $0, $1) }
    guard result == 0 else {
      let text = systemErrorText()
      Glibc.close(descriptor)
      throw TestFailure("connect \(path): \(text)")
    }
  }

  deinit { Glibc.close(descriptor) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
      guard count > 0 else { throw TestFailure("send: \(systemErrorText())") }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends without ever waiting.
  /// - Returns: how many bytes the socket took.
  func sendWithoutWaiting(_ bytes: ArraySlice<UInt8>) -> Int {
    let flags = CInt(MSG_NOSIGNAL) | CInt(MSG_DONTWAIT)
    return max(0, bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) })
  }

  /// Says that nothing more comes, as `nc -N` does.
  func endInput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// The next line, nil at the end of the connection. Gives up after 20 seconds.
  func line() throws -> String? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return String(decoding: received[..<end], as: UTF8.self)
      }
      guard try receive() else { return nil }
    }
  }

  /// The next line as JSON.
  func answer() throws -> JSON {
    guard let line = try line() else { throw TestFailure("the connection ended before the answer") }
    return try JSON(parsing: line.utf8)
  }

  /// Sends a line and reads one.
  func call(_ text: String) throws -> JSON {
    try send(text + "\n")
    return try answer()
  }

  /// Whether the other end has closed, and there was nothing left to be read.
  func hasEnded() throws -> Bool { try line() == nil }

  private func receive() throws -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 20_000) > 0 else { throw TestFailure("nothing came for 20 s") }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    // A connection that is closed with something unread in it ends with a reset.
    guard count >= 0 || errno == ECONNRESET else { throw TestFailure("receive: \(systemErrorText())") }
    guard count > 0 else { return false }
    received.append(contentsOf: chunk.prefix(count))
    return true
  }
}

struct TestFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A request's line, without the line feed.
func line(_ id: Int?, _ method: String, _ params: JSON = [:]) -> String {
  String(decoding: Request(id: id.map { .number(Int64($0)) }, method: method, params: params).encoded(), as: UTF8.self)
}
