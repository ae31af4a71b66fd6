import BabyProtocol
import Foundation
import Synchronization

/// A daemon with canned answers on a real Unix socket.
final class FakeDaemon: Sendable {
  enum Reply: Sendable {
    case result(JSON)
    /// A result, and the end of the connection.
    case lastResult(JSON)
    case error(RPCError)
    /// These bytes as they are.
    case raw(String)
    /// No answer, ever.
    case silence
    /// Closes the connection without an answer.
    case hangUp
  }

  let socket: String
  private let directory: String
  private let listener: Int32
  private let accepts: Bool
  private let received = Mutex<[Request]>([])

  /// - Parameters:
  ///   - accepts: false leaves every connection in the backlog.
  ///   - reply: the answer to a request that has an id.
  init(accepts: Bool = true, reply: @escaping @Sendable (Request) -> Reply = { _ in .silence }) throws {
    self.accepts = accepts
    directory = NSTemporaryDirectory() + "bbctl-" + UUID().uuidString.prefix(8)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    socket = directory + "/daemon.sock"
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(socket.utf8)) }
    let bound = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard bound == 0, listen(listener, accepts ? 16 : 0) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    if accepts { Thread.detachNewThread { [self, listener] in serve(listener, reply) } }
  }

  /// Stops listening and takes the socket away.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    // The thread that accepts closes it: closed here, its number could be another socket's when the thread looks again.
    if !accepts { close(listener) }
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Everything that was asked so far, notifications too.
  var requests: [Request] { received.withLock { $0 } }

  /// The calls alone, without the program's introduction.
  var calls: [Request] { requests.filter { $0.method != "hello" } }

  private func serve(_ listener: Int32, _ reply: @Sendable (Request) -> Reply) {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else {
        close(listener)
        return
      }
      converse(connection, reply)
      close(connection)
    }
  }

  private func converse(_ connection: Int32, _ reply: @Sendable (Request) -> Reply) {
    var pending: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(pending[..<end])
        pending.removeFirst(end + 1)
        guard let request = try? Request(json: JSON(parsing: line)) else { return }
        received.withLock { $0.append(request) }
        guard let id = request.id else { continue }
        switch reply(request) {
        case .result(let json): send(Response.success(id: id, result: Array(json.text.utf8)), connection)
        case .lastResult(let json):
          send(Response.success(id: id, result: Array(json.text.utf8)), connection)
          return
        case .error(let error): send(Response.failure(id: id, error), connection)
        case .raw(let text): send(Array(text.utf8), connection)
        case .silence: break
        case .hangUp: return
        }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      pending += buffer[..<count]
    }
  }

  private func send(_ bytes: [UInt8], _ connection: Int32) {
    let line = bytes + [UInt8(ascii: "\n")]
    _ = line.withUnsafeBytes { Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
  }
}
