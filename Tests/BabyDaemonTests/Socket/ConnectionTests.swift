import BabyProtocol
import Glibc
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("A connection")
struct ConnectionTests {
  @Test("answers cached and awaited calls in the order of the requests")
  func order() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let client = try fixture.connect()
      try await client.send(["later", "now", "later", "now"].enumerated().map { line($0, $1) + "\n" }.joined())
      for id in 0..<4 { #expect(try await client.answer() == answer(id, ["count": .integer(Int64(id) + 1)])) }
    }
  }

  @Test("answers with the error, and continues")
  func errors() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let client = try fixture.connect()
      #expect(try await client.call(line(1, "refused")).errorName == "timer.notRunning")
      #expect(try await client.call(#"{"jsonrpc":"2.0","id""#).errorName == "rpc.parse")
      #expect(try await client.call("[]").errorName == "rpc.invalidRequest")
      #expect(try await client.call(line(2, "now")) == answer(2, ["count": 2]))
      #expect(fixture.service.counters.values == .init(connections: 1, calls: 4, failedCalls: 3))
    }
  }

  @Test("keeps internal errors out of the answer, and all but their type out of the log")
  func internalError() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let answer = try await fixture.connect().call(line(1, "broken"))
      #expect(answer.errorName == "rpc.internal")
      #expect(!answer.text.contains("Eva"))
      let log = try #require(fixture.logs.lines.first)
      #expect(log.metadata["method"] == "broken")
      #expect(log.metadata["error"]?.contains("TestFailure") == true)
      #expect(!log.message.contains("Eva"))
      #expect(log.metadata["error"]?.contains("Eva") == false)
    }
  }

  @Test("answers a batch in one line and never a notification")
  func batch() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let client = try fixture.connect()
      let batch = "[\(line(1, "later")),\(line(nil, "now")),\(line(2, "now"))]\n"
      try await client.send(line(nil, "later") + "\n" + batch + "[\(line(nil, "now"))]\n" + line(3, "now") + "\n")
      #expect(try await client.answer() == [answer(1, ["count": 2]), answer(2, ["count": 4])])
      #expect(try await client.answer() == answer(3, ["count": 6]))
    }
  }

  @Test("knows its peer, and its client's name from hello on")
  func session() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let client = try fixture.connect()
      let whoami = line(1, "whoami")
      let uid = JSON.integer(Int64(geteuid()))
      #expect(try await client.call(whoami)["result"] == ["client": "", "uid": uid])
      _ = try await client.call(line(2, "hello", ["client": "bar"]))
      #expect(try await client.call(whoami)["result"] == ["client": "bar", "uid": uid])
      #expect(try await fixture.connect().call(whoami)["result"] == ["client": "", "uid": uid])
    }
  }

  @Test("answers everything to a client that has ended its input, then closes")
  func halfClose() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let client = try fixture.connect()
      try await client.send(line(1, "later") + "\n" + line(2, "now") + "\n" + line(3, "later"))
      client.endInput()
      for id in 1...3 { #expect(try await client.answer()["id"] == .integer(Int64(id))) }
      #expect(try await client.hasEnded())
    }
  }

  @Test("explains itself to HTTP clients, and closes")
  func http() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let client = try fixture.connect()
      try await client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try await client.line()?.contains("JSON-RPC socket") == true)
      #expect(try await client.hasEnded())
    }
  }

  @Test("answers the requests before a line that is too long, then one error, and closes")
  func lineTooLong() async throws {
    try await SocketFixture.run(ScriptedHandler(), limits: SocketLimits(lineLength: 1000)) { fixture in
      let client = try fixture.connect()
      try await client.send(
        line(1, "later") + "\n" + String(repeating: "[", count: 1001) + "\n" + line(2, "now") + "\n")
      #expect(try await client.answer() == answer(1, ["count": 1]))
      #expect(try await client.answer().errorName == "rpc.lineTooLong")
      #expect(try await client.hasEnded())
    }
  }

  @Test("accepts requests of up to a mebibyte")
  func longLine() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let client = try fixture.connect()
      let empty = line(1, "now", ["text": ""]).utf8.count
      let text = String(repeating: "x", count: (1 << 20) - empty)
      #expect(try await client.call(line(1, "now", ["text": .string(text)])) == answer(1, ["count": 1]))
    }
  }

  @Test("sends answers that are larger than any buffer completely")
  func largeAnswers() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let client = try fixture.connect()
      try await client.send((1...20).map { line($0, "large", ["bytes": 300_000]) + "\n" }.joined())
      for id in 1...20 {
        let answer = try await client.answer()
        #expect(answer["id"] == .integer(Int64(id)))
        #expect(answer["result"]?["text"]?.stringValue?.utf8.count == 300_000)
      }
    }
  }
}
