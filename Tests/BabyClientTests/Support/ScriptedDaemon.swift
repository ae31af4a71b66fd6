import BabyProtocol
import Foundation
import Glibc
import TestSupport

@testable import BabyClient

/// A daemon that does what the test says, in the test's own thread.
final class ScriptedDaemon {
  let socket: String
  private var listener: Int32 = -1
  private var connection: Int32 = -1
  private var received = LineBuffer()

  /// - Parameter directory: need not exist until `listen()`.
  init(in directory: String) { socket = directory + "/run/babybasics/daemon.sock" }

  deinit { stop() }

  /// Makes the socket, and its directory where there is none.
  func listen() throws {
    let folder = URL(filePath: socket).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    listener = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    let address = try DaemonConnection.address(socket)
    let bound = withUnsafePointer(to: address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    var limit = timeval(tv_sec: Patience.seconds, tv_usec: 0)
    setsockopt(listener, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard bound == 0, Glibc.listen(listener, 4) == 0 else { throw POSIXError(.EADDRINUSE) }
  }

  /// Ends as a daemon that was killed does: the socket's file stays, unless it is to be removed.
  func stop(removing: Bool = true) {
    for descriptor in [listener, connection] where descriptor >= 0 { close(descriptor) }
    (listener, connection) = (-1, -1)
    received = LineBuffer()
    if removing { unlink(socket) }
  }

  /// Whether somebody waits to be accepted.
  var hasCaller: Bool {
    var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    return poll(&ready, 1, 0) > 0
  }

  /// The next request.
  func request() throws -> Request {
    if connection < 0 {
      connection = Glibc.accept(listener, nil, nil)
      var limit = timeval(tv_sec: Patience.seconds, tv_usec: 0)
      setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    while true {
      if let line = received.next() { return try Request(json: JSON(parsing: line)) }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { throw POSIXError(.ECONNRESET) }
      received.append(Array(chunk[..<count]))
    }
  }

  func say(_ line: [UInt8]) {
    let bytes = line + [UInt8(ascii: "\n")]
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Takes the introduction and answers the subscription.
  func accept(seq: Int) throws -> Request {
    _ = try request()
    let request = try request()
    let answer = ChangesSubscribe.Answer(
      subscription: 1, instance: "0192", seq: seq, isResync: false, snapshot: .init())
    if let id = request.id { say(Response.success(id: id, result: answer.encoded)) }
    return request
  }
}

extension Follower {
  /// Waits as its owner does until there is something to tell; none when nothing comes.
  func next() -> [FollowerEvent] {
    let end = Deadline(in: Patience.limit)
    while end.millisecondsLeft > 0 {
      let events = process()
      if !events.isEmpty { return events }
      wait(until: end)
    }
    return []
  }

  /// Goes on as its owner does until it has called.
  func connect(to daemon: ScriptedDaemon) {
    let end = Deadline(in: Patience.limit)
    while !daemon.hasCaller, end.millisecondsLeft > 0 {
      _ = process()
      if !daemon.hasCaller { wait(until: end) }
    }
  }

  private func wait(until end: Deadline) {
    var ready = pollfd(fd: descriptor, events: events, revents: 0)
    poll(&ready, 1, millisecondsLeft < 0 ? end.millisecondsLeft : min(millisecondsLeft, end.millisecondsLeft))
  }
}
