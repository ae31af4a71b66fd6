import BabyAccount
import BabyModel
import BabyProtocol
import TestSupport
import Testing

@Suite("Persistent connections")
struct KeptConnectionTests {
  private static let lost = Outage.network("the connection was lost")

  /// A machine of Anna's with connections of its own, and how many the proxy had taken before.
  private func machine(
    rest: Duration = .seconds(60), trust: Duration = .seconds(86_400),
    _ body: (Family, HTTPUpstream, ServerConnections, Int) async throws -> Void
  ) async throws {
    try await Family.run { family in
      let connections = try Family.connections(rest: rest, trust: trust)
      let server = HTTPUpstream(
        try Family.address(family.proxy.port), token: family.anna.bearer, over: connections)
      let before = family.proxy.connectionCount
      let result: Result<Void, any Error>
      do { result = .success(try await body(family, server, connections, before)) } catch { result = .failure(error) }
      await connections.shutdown()
      try result.get()
    }
  }

  private func polls(_ server: HTTPUpstream) async -> Bool {
    if case .page? = try? await server.changes(after: nil, knowing: nil, limit: 10) { true } else { false }
  }

  @Test("polls and sends share one; the server's events have another")
  func sharing() async throws {
    try await machine { family, server, _, before in
      for number in 1...5 {
        #expect(await polls(server))
        #expect(await server.send(PendingWrite(family.sleep(from: 3, to: 2), key: "\(number)")).accepted != nil)
      }
      #expect(family.proxy.connectionCount == before + 1)
      let (heard, sign) = AsyncStream.makeStream(of: Void.self)
      let stream = server.followEvents(heard: { _ in sign.yield() }, ended: { _ in sign.finish() })
      for await _ in heard { break }
      for _ in 1...5 { #expect(await polls(server)) }
      #expect(family.proxy.connectionCount == before + 2)
      stream.close()
    }
  }

  @Test("an unused one is closed after its idle time, and the next request opens another")
  func rest() async throws {
    try await machine(rest: .milliseconds(50)) { family, server, _, before in
      #expect(await polls(server))
      await family.proxy.everybodyGone()
      #expect(await polls(server))
      #expect(family.proxy.connectionCount == before + 2)
    }
  }

  @Test("none is left of an ended session")
  func logout() async throws {
    try await machine { family, server, _, _ in
      #expect(await polls(server))
      try await server.logout()
      await family.proxy.everybodyGone()
    }
  }

  @Test("after a suspend, or on another network, none is reused")
  func reconnecting() async throws {
    try await machine { family, server, connections, before in
      #expect(await polls(server))
      connections.reconnect()
      await family.proxy.everybodyGone()
      #expect(await polls(server))
      #expect(family.proxy.connectionCount == before + 2)
    }
  }

  @Test("one that the server has closed meanwhile does no harm")
  func closedByServer() async throws {
    try await machine(trust: .zero) { family, server, _, _ in
      for number in 1...20 {
        #expect(await polls(server))
        // Its end may be known when the next request begins, or become known while it is on its way.
        family.proxy.hangUp()
        let sent = await server.send(PendingWrite(family.sleep(from: 3, to: 2), key: "\(number)"))
        #expect(sent.accepted != nil)
      }
      let entries = try await family.everything().entries
      #expect(entries.count == 20)
    }
  }

  @Test(
    "a request that met a connection's end is sent once more, and applied once, if that is safe",
    arguments: [Fault.refuse, .loseAnswer])
  func repeating(fault: Fault) async throws {
    try await machine(trust: .zero) { family, server, _, _ in
      #expect(await polls(server))
      family.proxy.fail([fault])
      #expect(await polls(server))
      family.proxy.fail([fault])
      #expect(await server.send(PendingWrite(family.sleep(from: 3, to: 2))).accepted != nil)
      let entries = try await family.everything().entries
      #expect(entries.count == 1)

      // An invitation has no key: twice would be two.
      let before = family.proxy.seen.count
      family.proxy.fail([fault])
      await #expect(throws: UpstreamError.unavailable(Self.lost)) {
        _ = try await server.createShare(of: family.eva.id, as: .viewer)
      }
      #expect(family.proxy.seen.count == before + 1)
    }
  }

  @Test("a server that closes again is not tried a third time, nor one a second time that has just answered")
  func giveUp() async throws {
    for (trust, requests) in [(Duration.zero, 2), (.seconds(86_400), 1)] {
      try await machine(trust: trust) { family, server, _, _ in
        #expect(await polls(server))
        let before = family.proxy.seen.count
        family.proxy.follow { _ in .refuse }
        await #expect(throws: UpstreamError.unavailable(Self.lost)) {
          try await server.changes(after: nil, knowing: nil, limit: 10)
        }
        #expect(family.proxy.seen.count == before + requests)
      }
    }
  }
}
