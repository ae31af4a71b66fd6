import BabyModel
import BabyProtocol
import Foundation
import Testing
import TestSupport

@testable import BabyClient

@Suite("Following a daemon over its socket")
final class FollowerTests {
  private let directory: String
  private let daemon: ScriptedDaemon
  private let follower: Follower

  init() throws {
    directory = "/tmp/bb-\(UInt64.random(in: 0..<1 << 40))"
    mkdir(directory, 0o700)
    daemon = ScriptedDaemon(in: directory)
    follower = Follower(socket: daemon.socket, name: "bbbar", topics: [.dashboard], timeout: Patience.limit)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private var gone: ClientError { .notRunning(socket: daemon.socket) }

  @Test("a running daemon is followed from its snapshot on")
  func follow() throws {
    try daemon.listen()
    #expect(follower.process().isEmpty)
    _ = try daemon.accept(seq: 5)
    guard case .snapshot(let answer)? = follower.next().first else {
      Issue.record("no snapshot")
      return
    }
    #expect(answer.seq == 5)
    #expect(follower.millisecondsLeft == -1, "nothing wakes it up while nothing happens")
  }

  @Test("a missing daemon is waited for, even before its directories exist")
  func appearing() throws {
    #expect(follower.process() == [.lost(gone)])
    #expect(follower.descriptor >= 0, "it watches")
    try daemon.listen()
    follower.connect(to: daemon)
    _ = try daemon.accept(seq: 1)
    #expect(follower.next().count == 1)
  }

  @Test("after a kill and a restart, following continues at its position")
  func restart() throws {
    try daemon.listen()
    _ = follower.process()
    _ = try daemon.accept(seq: 5)
    _ = follower.next()
    daemon.stop(removing: false)
    guard case .lost? = follower.next().first else {
      Issue.record("the loss was not told")
      return
    }
    unlink(daemon.socket)
    try daemon.listen()
    follower.connect(to: daemon)
    let request = try daemon.accept(seq: 9)
    #expect(request.params["since"] == ["instance": "0192", "seq": 5])
    #expect(follower.next().count == 1)
  }

  @Test("a call goes over the followed connection")
  func call() throws {
    #expect(follower.call(MethodCall(Undo.self, .init())) == nil)
    try daemon.listen()
    follower.connect(to: daemon)
    _ = try daemon.accept(seq: 5)
    _ = follower.next()
    let id = try #require(follower.call(MethodCall(Undo.self, .init())))
    #expect(try daemon.request().method == "undo")
    daemon.say(Response.success(id: .number(id), result: Array(#"{"message":"Undid: Logged feed"}"#.utf8)))
    #expect(follower.next() == [.answered(id: id, .success(["message": "Undid: Logged feed"]))])
  }
}
