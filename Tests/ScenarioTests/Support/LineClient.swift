import BabyProtocol
import Glibc
import TestSupport

/// A client made of plain system calls: it can send without waiting for answers, and read what is left of a daemon
/// that has been killed.
final class LineClient {
  private let descriptor: CInt
  private var received: [UInt8] = []

  init(_ path: String) throws {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    // deinit closes it, as everything in this object has a value.
    guard withSocketAddress(path, { connect(descriptor, $0, $1) }) == 0 else {
      throw ScenarioFailure.system("connect \(path)")
    }
  }

  deinit { close(descriptor) }

  /// Sends a request; false when the daemon is gone.
  @discardableResult
  func send(_ id: Int, _ method: String, _ params: JSON) -> Bool {
    let request: JSON = [
      "jsonrpc": "2.0", "id": .integer(Int64(id)), "method": .string(method), "params": params,
    ]
    return send(line: request.text)
  }

  @discardableResult
  func send(line: String) -> Bool {
    let bytes = Array((line + "\n").utf8)
    return Glibc.send(descriptor, bytes, bytes.count, CInt(MSG_NOSIGNAL)) == bytes.count
  }

  /// Says that nothing more comes: after the last answer the daemon closes the connection.
  func endInput() { shutdown(descriptor, CInt(SHUT_WR)) }

  /// The next answer; nil at the end of the connection, or when none comes in time.
  func answer() throws -> JSON? { try line().map { try JSON(parsing: $0) } }

  /// The next line; nil at the end of the connection, or when none comes in time.
  func line() -> [UInt8]? {
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return Array(received[..<end])
      }
      guard receive() else { return nil }
    }
  }

  func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
    send(1, method, params)
    guard let answer = try answer() else { throw ScenarioFailure("no answer to \(method)") }
    return answer
  }

  private func receive() -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Patience.milliseconds) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    received += chunk.prefix(count)
    return true
  }
}
