import BabyProtocol
import Testing

@testable import BabyDaemon

@Suite("A connection")
struct ConnectionTests {
  @Test("answers a cached and an awaited call in order")
  func order() async throws {
    try await SocketFixture.run(ScriptedHandler()) { fixture in
      let client = try fixture.connect()
      try client.send(line(1, "later") + "\n" + line(2, "now") + "\n" + line(3, "later") + "\n")
      #expect(try client.answer() == answer(1, count: 1))
      #expect(try client.answer() == answer(2, count: 2))
      #expect(try client.answer() == answer(3, count: 3))
    }
  }
}

private func answer(_ id: Int64, count: Int64) -> JSON {
  ["jsonrpc": "2.0", "id": .integer(id), "result": ["count": .integer(count)]]
}
