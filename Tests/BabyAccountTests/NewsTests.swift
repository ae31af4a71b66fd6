import BabyAPI
import BabyModel
import BabyProtocol
import BabyStore
import TestSupport
import Testing

@testable import BabyAccount
@testable import BabyEngine

@Suite("Following the server's events")
struct NewsTests {
  @Test("gets each change that the list of changes then has, until it is closed")
  func following() async throws {
    try await Family.run { family in
      let server = try family.server
      let following = Following(server)
      for hour in 1...3 {
        let id = try #require(await following.nextID())
        let found = try await server.changes(after: nil, knowing: nil, limit: 100)
        guard case .page(_, let tag) = found else { throw Family.NoPage() }
        #expect(EventStreamHandle.isKnown(id, to: tag))
        let sent = await server.send(PendingWrite(family.sleep(from: 2 * hour, to: 2 * hour - 1), key: "\(hour)"))
        #expect(sent.accepted != nil)
        #expect(!EventStreamHandle.isKnown("", to: tag) && !EventStreamHandle.isKnown(id, to: nil))
      }
      _ = await following.nextID()
      following.stream.close()
      #expect(await following.next() == .ended(.broken))
      #expect(await following.next() == nil)
    }
  }

  @Test(
    "reports why there are none",
    arguments: [
      (Fault.status(404), EventStreamEnd.unsupported), (.silence, .silent),
      (.status(429), .refused(retryAfter: nil)), (.status(503), .refused(retryAfter: nil)),
      (.status(502), .unavailable), (.refuse, .unavailable), (.garbage, .unavailable), (.status(401), .unauthorized),
      (.redirect(to: "http://127.0.0.1:9/"), .unsupported),
    ])
  func none(fault: Fault, end: EventStreamEnd) async throws {
    let isSilent = if case .silence = fault { true } else { false }
    try await Family.run(newsTimeout: isSilent ? .milliseconds(300) : .seconds(60)) { family in
      family.proxy.follow { _ in fault }
      let following = Following(try family.server)
      #expect(await following.next() == .ended(end))
    }
  }

  @Test("an ended session is reported as such, one that ends during the stream as its end")
  func sessions() async throws {
    try await Family.run { family in
      let server = try family.server
      let following = Following(server)
      _ = await following.next()
      try await server.logout()
      #expect(await following.next() == .ended(.broken))
      #expect(await Following(server).next() == .ended(.unauthorized))
    }
  }

  @Test("while a client is active, other people's entries are fetched on the event, long before the next poll")
  func fetching() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family, isWatched: true) { machine in
        let direct = HTTPUpstream(
          try Family.address(family.port), token: family.anna.bearer, over: family.connections)
        for hour in 1...3 {
          // A second has gone by, and that is all: no poll is due.
          _ = await machine.sleep(until: machine.now + .seconds(1))
          let write = PendingWrite(family.sleep(from: 2 * hour, to: 2 * hour - 1), key: "\(hour)")
          #expect(await direct.send(write).accepted != nil)
          try await machine.rest { try await machine.live().count == hour }
        }
        #expect(family.proxy.seen.filter { $0.target == "/v1/events" }.count == 1)
      }
    }
  }

  @Test("without clients there is no stream; when the last one goes, it is closed")
  func withoutClients() async throws {
    try await Family.run { family in
      func streams() -> Int { family.proxy.seen.filter { $0.target == "/v1/events" }.count }
      try await SyncedMachine.run(at: family) { machine in
        _ = await machine.sleep(until: machine.now + .minutes(5))
        #expect(streams() == 0)
        machine.syncLoop.noteClient(at: machine.now)
        try await machine.rest { streams() == 1 }
      }
      try await SyncedMachine.run(at: family, isWatched: true) { machine in
        try await machine.rest { streams() == 2 }
        _ = await machine.lookAway()
        _ = await machine.sleep(until: machine.now + .minutes(5))
        #expect(streams() == 2)
      }
    }
  }

  @Test("after another login the events are those of the new session")
  func loginAgain() async throws {
    try await Family.run { family in
      func streams() -> Int { family.proxy.seen.filter { $0.target == "/v1/events" }.count }
      try await SyncedMachine.run(at: family, isWatched: true) { machine in
        try await machine.rest { streams() == 1 }
        let credentials = Credentials(email: "anna@example.org", password: Family.password)
        _ = try await machine.accounts.login(credentials, at: try Family.address(family.proxy.port))
        machine.syncLoop.wake()
        try await eventually("a second stream is asked for") { streams() == 2 }
      }
    }
  }

  @Test("a change of one's own is not polled for again")
  func ownChange() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family, isWatched: true) { machine in
        func polls() -> Int { family.proxy.seen.filter { $0.target.hasPrefix("/v1/changes") }.count }
        try await machine.log("first")
        await machine.refresh()
        _ = await machine.sleep(until: machine.now + .seconds(1))
        let before = polls()
        let watcher = Following(try family.server)
        _ = await watcher.next()
        _ = try await machine.change { book in
          _ = try book.logEntry(.init(childID: "Eva", entry: .note(), note: "second"))
        }
        // The machine's own stream has heard of it when this one has, or does at once.
        _ = await watcher.next()
        _ = await machine.sleep(until: machine.now + .seconds(1))
        _ = await machine.sleep(until: machine.now + .seconds(1))
        #expect(polls() == before + 1)
        watcher.stream.close()
      }
    }
  }

  @Test("a server without a stream is polled as usual, and rarely asked for one")
  func oldServer() async throws {
    try await Family.run { family in
      family.proxy.follow { $0.target == "/v1/events" ? .status(404) : .none }
      try await SyncedMachine.run(at: family, isWatched: true) { machine in
        func count(_ target: String) -> Int { family.proxy.seen.filter { $0.target.hasPrefix(target) }.count }
        try await machine.rest { count("/v1/events") == 1 }
        // Half an hour, poll for poll.
        let polls = count("/v1/changes")
        for _ in 1...60 { _ = await machine.sleep(until: machine.now + .seconds(30)) }
        #expect(count("/v1/changes") == polls + 60)
        // After 7.5 minutes, and 15 after that.
        try await machine.rest { count("/v1/events") == 3 }
        #expect(machine.connectionStatus.state == .online)
        // A network that has come up may be another one.
        family.proxy.follow { _ in .none }
        machine.syncLoop.wake()
        try await machine.rest { count("/v1/events") == 4 }
      }
    }
  }
}

@Suite("Reading events")
struct EventReaderTests {
  private func ids(_ pieces: String...) throws -> [String?] {
    var reader = EventReader()
    return try pieces.map { try reader.take($0.utf8) }
  }

  @Test("an event is complete with its empty line, however it is split")
  func pieces() throws {
    #expect(try ids("id: a\nevent: change\ndata: {}\n\n") == ["a"])
    #expect(try ids("id: a\r\nda", "ta: {}\r\n\r", "\n") == [nil, nil, "a"])
    #expect(try ids("id:a\n\nid: b\n\n") == ["b"])
    #expect(try ids("data: x\n\n") == [""])
  }

  @Test("comments and other events are ignored")
  func others() throws { #expect(try ids(":\n\n", "id: a\nevent: party\n\n", "\n\n") == [nil, nil, nil]) }

  @Test("an endless line is not an event stream")
  func overlong() throws {
    var reader = EventReader()
    #expect(try reader.take(Array(repeating: UInt8(ascii: "x"), count: 1024)) == nil)
    #expect(throws: EventReader.TooLong.self) { try reader.take([UInt8(ascii: "x")]) }
  }
}
