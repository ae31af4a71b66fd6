import BabyAPI
import BabyModel
import BabyProtocol
import NIOCore
import NIOPosix
import Synchronization
import TestSupport
import Testing

@testable import BabyServer

@Suite("Fairness between accounts")
struct FairnessTests {
  // MARK: Searching

  @Test("a search reads a part of a long log, and its cursor continues until everything is found")
  func search() async throws {
    try await TestServer.run({ $0.limits.search = 50_000 }) { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      for number in 0..<20 {
        let note = String(repeating: "a", count: 9_000) + (number % 8 == 0 ? " rash" : "")
        let hour = Double(number) + 1
        let sleep = server.sleep(eva, from: hour, to: hour - 0.5, note: note)
        try await server.put(server.entry(UInt64(number)), sleep, as: anna)
      }
      func search(_ text: String) async throws -> (found: [EntryID], pages: [Int]) {
        var (found, pages, cursor) = ([EntryID](), [Int](), String?.none)
        repeat {
          let query = "?q=\(text)" + (cursor.map { "&cursor=\($0)" } ?? "")
          let page = try await server.send("entries.list", at: ["child": "\(eva.id)"], query: query, as: anna)
            .decoded(EntryList.self)
          found += page.entries.map(\.entry.id)
          pages.append(page.entries.count)
          cursor = page.nextCursor
        } while cursor != nil && pages.count < 20
        return (found, pages)
      }
      let nothing = try await search("elephant")
      #expect(nothing.found == [] && nothing.pages == [0, 0, 0, 0])
      #expect(try await search("rash").found == [0, 8, 16].map { server.entry($0) })
    }
  }

  // MARK: One read at a time

  /// Reads that go on until they are let go.
  private final class Reading: Sendable {
    private let begun = Mutex<[String]>([])
    private let ends = Mutex<[String: CheckedContinuation<Void, Never>]>([:])

    var names: [String] { begun.withLock { $0 } }

    func read(_ name: String) async {
      await withCheckedContinuation { continuation in
        ends.withLock { $0[name] = continuation }
        begun.withLock { $0.append(name) }
      }
    }

    func end(_ name: String) { ends.withLock { $0.removeValue(forKey: name) }?.resume() }
  }

  @Test("an account reads one thing at a time, from any of its sessions, while others read beside it")
  func readLimiter() async throws {
    let (readLimiter, reading) = (AccountReadLimiter(), Reading())
    let (anna, ben) = (UserID(high: 1, low: 1), UserID(high: 1, low: 2))
    for (token, user) in [("anna's phone", anna), ("anna's machine", anna), ("ben's phone", ben)] {
      readLimiter.learn(token, of: user)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      func ask(_ token: String) {
        group.addTask { try await readLimiter.read(for: token) { await reading.read(token) } }
      }
      ask("anna's phone")
      try await eventually("she reads") { reading.names == ["anna's phone"] }
      ask("anna's machine")
      ask("ben's phone")
      try await eventually("he reads beside her") { reading.names == ["anna's phone", "ben's phone"] }
      try await eventually("her machine waits") { readLimiter.waiting == 1 }
      reading.end("anna's phone")
      try await eventually("it is the machine's turn") { reading.names.last == "anna's machine" }
      reading.end("anna's machine")
      reading.end("ben's phone")
      try await group.waitForAll()
    }
    #expect(readLimiter.waiting == 0)
    // Nothing is kept of who has read.
    try await readLimiter.read(for: "anna's phone") {}
  }

  @Test("an account at its limit of waiting reads is refused another")
  func crowd() async throws {
    let (readLimiter, reading) = (AccountReadLimiter(), Reading())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0...64 {
        group.addTask { try await readLimiter.read(for: "token") { if number == 0 { await reading.read("first") } } }
        if number == 0 { try await eventually("the first reads") { reading.names == ["first"] } }
      }
      try await eventually("all others wait") { readLimiter.waiting == 64 }
      let refusal = await #expect(throws: APIError.self) { try await readLimiter.read(for: "token") {} }
      #expect(refusal?.code == .rateLimited && refusal?.retryAfter == 1)
      try await readLimiter.read(for: "another") {}
      reading.end("first")
      try await group.waitForAll()
    }
    try await readLimiter.read(for: "token") {}
  }

  @Test("a caller who is cancelled while waiting leaves the queue, and reads nothing")
  func cancelled() async throws {
    let (readLimiter, reading) = (AccountReadLimiter(), Reading())
    async let first: Void = readLimiter.read(for: "token") { await reading.read("first") }
    try await eventually("the first reads") { reading.names == ["first"] }
    let second = Task { try await readLimiter.read(for: "token") { await reading.read("second") } }
    async let third: Void = readLimiter.read(for: "token") { await reading.read("third") }
    try await eventually("both others wait") { readLimiter.waiting == 2 }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(readLimiter.waiting == 1)
    reading.end("first")
    try await eventually("it is the third's turn") { reading.names == ["first", "third"] }
    reading.end("third")
    try await first
    try await third
    #expect(readLimiter.waiting == 0)
    // Cancelled before it asks, while another read is in progress.
    async let fourth: Void = readLimiter.read(for: "token") { await reading.read("fourth") }
    try await eventually("the fourth reads") { reading.names.last == "fourth" }
    let fifth = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await readLimiter.read(for: "token") { await reading.read("fifth") }
    }
    await #expect(throws: CancellationError.self) { try await fifth.value }
    reading.end("fourth")
    try await fourth
  }

  @Test("a turn also ends with a failed read")
  func failure() async throws {
    let readLimiter = AccountReadLimiter()
    for _ in 1...2 {
      await #expect(throws: APIError.self) {
        try await readLimiter.read(for: "token") { () async throws -> Void in throw APIError.nothing }
      }
    }
  }

  // MARK: Metrics

  @Test("a few of the silent connections to /metrics are kept, and the others are answered")
  func metrics() async throws {
    let port = try await freePort()
    try await TestServer.run({ $0.metrics = MetricsAddress("127.0.0.1:\(port)") }) { server in
      let request = Array("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".utf8)
      try await eventually("metrics are served") { (try? await exchange(request, port: port)) != nil }
      var silent: [any Channel] = []
      for _ in 1...40 { silent.append(try await connect(port: port)) }
      let all = silent
      // Those that wait to be accepted are open, too.
      try await eventually("the server hangs up on most") {
        all.count { $0.isActive } <= ServerLimits.metricsConnections
      }
      #expect(try Reply(bytes: await exchange(request, port: port)).status == 200)
      #expect(try await server.send("health.get").status == 200)
      for channel in all { try? await channel.close() }
    }
  }

  private func freePort() async throws -> Int {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .bind(host: "127.0.0.1", port: 0).get()
    let port = try #require(channel.localAddress?.port)
    try await channel.close()
    return port
  }
}
