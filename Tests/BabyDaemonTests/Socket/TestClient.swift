import BabyProtocol
import Glibc
import Synchronization
import SystemCalls
import TestSupport

@testable import BabyDaemon
@testable import BabySocket

/// A client made of plain system calls, so that nothing of the daemon tests itself.
///
/// Waits on a thread of its own: tests that waited on Swift's few would keep the daemon's tasks from running.
final class TestClient: Sendable {
  let descriptor: CInt
  private let received = Mutex<[UInt8]>([])

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    let result = sockaddr_un(path: path).withSockaddr { connect(descriptor, $0, $1) }
    // deinit closes it, as everything in this object has a value.
    guard result == 0 else { throw TestFailure("connect \(path): \(systemErrorText())") }
  }

  deinit { Glibc.close(descriptor) }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) async throws {
    try await onOwnThread { [self] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL)) }
        guard count > 0 else { throw TestFailure("send: \(systemErrorText())") }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Sends without ever waiting.
  /// - Returns: how many bytes the socket took.
  @discardableResult
  func sendWithoutWaiting(_ bytes: some Collection<UInt8>) -> Int {
    max(
      0,
      Array(bytes).withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
      })
  }

  /// Says that nothing more comes, as `nc -N` does.
  func endInput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// The next line, nil at the end of the connection. Gives up after five minutes.
  func line() async throws -> String? {
    try await onOwnThread { [self] in
      while true {
        let line = received.withLock { received -> String? in
          guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
          defer { received.removeSubrange(...end) }
          return String(decoding: received[..<end], as: UTF8.self)
        }
        if let line { return line }
        guard try receive() else { return nil }
      }
    }
  }

  /// The next line as JSON.
  func answer() async throws -> JSON {
    guard let line = try await line() else { throw TestFailure("the connection ended before the answer") }
    return try JSON(parsing: line.utf8)
  }

  /// Sends a line and reads one.
  func call(_ text: String) async throws -> JSON {
    try await send(text + "\n")
    return try await answer()
  }

  /// Whether nothing is left to be read and the other end has closed.
  func hasEnded() async throws -> Bool { try await line() == nil }

  private func receive() throws -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Patience.milliseconds) > 0 else { throw TestFailure("nothing came") }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    // A connection that is closed with something unread in it ends with a reset.
    guard count >= 0 || errno == ECONNRESET else { throw TestFailure("receive: \(systemErrorText())") }
    guard count > 0 else { return false }
    received.withLock { $0.append(contentsOf: chunk.prefix(count)) }
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

/// An answer with a result.
func answer(_ id: Int, _ result: JSON) -> JSON {
  ["jsonrpc": "2.0", "id": .integer(Int64(id)), "result": result]
}

extension JSON {
  var errorName: String? { self["error"]?["data"]?["name"]?.stringValue }
}
