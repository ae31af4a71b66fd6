import BabyProtocol
import Testing
import TestSupport

@testable import BabyDaemon
@testable import BabySocket

@Suite("Cancelling")
struct CancellingTests {
  @Test("overtakes the queue: the running call ends, the waiting one never starts")
  func cancel() async throws {
    let handler = ScriptedHandler()
    try await SocketFixture.run(handler) { fixture in
      let client = try fixture.connect()
      try await client.send(line(1, "gate") + "\n" + line(2, "later") + "\n" + line(3, "now") + "\n")
      await handler.gate.arrival()
      #expect(try await client.call(line(4, "cancel", ["id": 2])) == answer(4, ["cancelled": true]))
      #expect(try await client.call(line(5, "cancel", ["id": 9])) == answer(5, ["cancelled": false]))
      #expect(try await client.call(line(6, "cancel", ["id": 1])) == answer(6, ["cancelled": true]))
      #expect(try await client.answer().errorName == "rpc.cancelled")
      #expect(try await client.answer().errorName == "rpc.cancelled")
      #expect(try await client.answer() == answer(3, ["count": 2]))
      #expect(handler.begun == ["gate", "now"])
    }
  }

  @Test("does not reach another connection's calls")
  func otherConnection() async throws {
    let handler = ScriptedHandler()
    try await SocketFixture.run(handler) { fixture in
      let first = try fixture.connect()
      try await first.send(line(1, "gate") + "\n")
      await handler.gate.arrival()
      let answers = try await fixture.connect().call(line(1, "cancel", ["id": 1]))
      #expect(answers == answer(1, ["cancelled": false]))
      handler.gate.open()
      #expect(try await first.answer() == answer(1, ["count": 1]))
    }
  }

  @Test("of a call that is too far leaves its answer as it is")
  func committed() async throws {
    let handler = ScriptedHandler()
    try await SocketFixture.run(handler) { fixture in
      let client = try fixture.connect()
      try await client.send(line(1, "commit") + "\n")
      await handler.committed.arrival()
      #expect(try await client.call(line(2, "cancel", ["id": 1])) == answer(2, ["cancelled": true]))
      handler.committed.open()
      #expect(try await client.answer() == answer(1, ["count": 1]))
    }
  }

  @Test("happens when a client disconnects")
  func disconnect() async throws {
    let handler = ScriptedHandler()
    try await SocketFixture.run(handler) { fixture in
      var client: TestClient? = try fixture.connect()
      try await client?.send(line(1, "gate") + "\n" + line(2, "later") + "\n")
      await handler.gate.arrival()
      client = nil
      try await eventually("the call is cancelled") { handler.ended == ["gate cancelled"] }
      try await eventually("the connection is forgotten") { fixture.service.counters.values.connections == 0 }
      #expect(handler.begun == ["gate"])
    }
  }

  @Test("by disconnecting lets a running commit finish")
  func disconnectDuringCommit() async throws {
    let handler = ScriptedHandler()
    try await SocketFixture.run(handler) { fixture in
      var client: TestClient? = try fixture.connect()
      try await client?.send(line(1, "commit") + "\n")
      await handler.committed.arrival()
      client = nil
      _ = try await fixture.connect().call(line(1, "now"))
      handler.committed.open()
      try await eventually("the commit ends") { handler.ended == ["commit"] }
    }
  }
}
