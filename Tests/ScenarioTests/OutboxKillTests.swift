import BabyProtocol
import TestSupport
import Foundation
import Synchronization
import Testing

/// What is logged while daemon, server and network die around it.
@Suite("A change on its way to the server")
struct OutboxKillTests {
  /// What happens while a change is on its way.
  private enum Point: CaseIterable {
    /// Nothing.
    case none
    /// The daemon dies when it has begun to send, and the server sees nothing of it.
    case daemonBeforeTheServer
    /// The daemon dies before the server's answer comes.
    case daemonBeforeTheAnswer
    /// The daemon dies in the moment in which it takes the answer in.
    case daemonWithTheAnswer
    /// The daemon dies once the change is acknowledged to its caller.
    case daemonAfterTheCommit
    /// The server dies before it has seen the change.
    case serverBefore
    /// The server dies in the moment in which it works on the change.
    case serverDuring
    /// The answer is lost.
    case lostAnswer
    /// The server gets it twice.
    case twice
    /// The answer breaks off.
    case cut

    var killsDaemon: Bool {
      [.daemonBeforeTheServer, .daemonBeforeTheAnswer, .daemonWithTheAnswer, .daemonAfterTheCommit].contains(self)
    }

    var killsServer: Bool { self == .serverBefore || self == .serverDuring }

    /// What the proxy does with the request, and what happens beside it.
    func strike(daemon: pid_t, server: pid_t, after pause: UInt32) -> Fault {
      switch self {
      case .none, .daemonAfterTheCommit: return .none
      case .daemonBeforeTheServer:
        kill(daemon, SIGKILL)
        return .refuse
      case .daemonBeforeTheAnswer:
        kill(daemon, SIGKILL)
        return .none
      case .daemonWithTheAnswer:
        Self.later(pause) { kill(daemon, SIGKILL) }
        return .none
      case .serverBefore:
        kill(server, SIGKILL)
        return .none
      case .serverDuring:
        Self.later(pause) { kill(server, SIGKILL) }
        return .none
      case .lostAnswer: return .loseAnswer
      case .twice: return .twice
      case .cut: return .cut
      }
    }

    private static func later(_ microseconds: UInt32, _ body: @escaping @Sendable () -> Void) {
      Thread.detachNewThread {
        Machine.goOn(forMicroseconds: microseconds)
        body()
      }
    }
  }

  @Test("arrives once, whenever daemon, server or network die: both databases agree in the end")
  func killed() async throws {
    try await Machine.run { home in
      try await Machine.withAnother { anna in
        var random = SeededGenerator(seed: KillRounds.seed)
        // Each point comes equally often, in an order that the seed decides.
        let points = (0..<KillRounds.count).map { Point.allCases[$0 % Point.allCases.count] }.shuffled(using: &random)
        var server = try ServerProcess(on: home)
        let port = server.port
        let proxy = try await FaultProxy.start(before: port)
        try anna.start()
        try Family.register(anna, "Anna", at: "http://127.0.0.1:\(proxy.port)")
        try anna.addEva(zone: "UTC")
        try Family.sync(anna)
        var notes: [String: String] = [:]

        for (round, point) in points.enumerated() {
          let pause = UInt32.random(in: 0..<6000, using: &random)
          let (daemon, serverPID) = (anna.daemon?.process.pid ?? 0, server.pid)
          let firstRequest = FirstRequest()
          proxy.follow { request in
            guard request.method != "GET", request.target.hasPrefix("/v1/entries/"), firstRequest.first() else {
              return .none
            }
            return point.strike(daemon: daemon, server: serverPID, after: pause)
          }
          let change = Change(round: round, notes, &random)
          // Who is not answered does not know whether it was done, and says the same again with the same key.
          var answer = try? anna.call(change.method, change.params)
          if point == .daemonAfterTheCommit { try anna.kill() }
          if point.killsDaemon {
            if point != .daemonAfterTheCommit { firstRequest.wait() }
            try anna.kill()
            try anna.start()
            answer = try answer ?? anna.call(change.method, change.params)
          }
          change.apply(to: &notes, answer: try #require(answer))
          if point.killsServer {
            firstRequest.wait()
            try server.kill()
            server = try ServerProcess(on: home, port: port)
          }
        }
        proxy.follow { _ in .none }
        try Family.sync(anna)

        let ours = try entries(in: anna, anna.accountDatabase)
        #expect(ours == (try entries(in: home, home.paths.data + "/server.db")))
        #expect(ours.map(\.note).sorted() == notes.values.sorted())
        #expect(Set(ours.map(\.id)).count == ours.count)
        proxy.stop()
      }
    }
  }

  /// A note that is logged, changed or deleted.
  private struct Change {
    let method: String
    let params: JSON
    private let id: String?
    private let text: String

    init(round: Int, _ notes: [String: String], _ random: inout SeededGenerator) {
      text = "round \(round)"
      let (choice, old) = (Int.random(in: 0..<4, using: &random), notes.keys.sorted().randomElement(using: &random))
      let key = JSON.string(text)
      switch (choice, old) {
      case (0, let old?):
        (method, id) = ("entry.update", old)
        params = ["id": .string(old), "note": .string(text), "idempotencyKey": key]
      case (1, let old?):
        (method, id) = ("entry.delete", old)
        params = ["id": .string(old), "idempotencyKey": key]
      default:
        (method, id) = ("entry.log", nil)
        params = ["kind": "note", "note": .string(text), "idempotencyKey": key]
      }
    }

    func apply(to notes: inout [String: String], answer: JSON) {
      guard let id = id ?? answer["entry"]?["id"]?.stringValue else { return }
      notes[id] = method == "entry.delete" ? nil : text
    }
  }

  private struct Row: Hashable {
    var id: String
    var note: String
  }

  private func entries(in machine: Machine, _ database: String) throws -> [Row] {
    let sql = "SELECT lower(hex(id)), note FROM entry WHERE deleted_at IS NULL ORDER BY 1"
    return try machine.run("sqlite3", [database, sql]).output.split(separator: "\n").map { line in
      let parts = line.split(separator: "|")
      return Row(id: String(parts[0]), note: String(parts[1]))
    }
  }
}

/// The first request counts; the test waits for it.
private final class FirstRequest: Sendable {
  private let count = Mutex(0)
  private let semaphore = DispatchSemaphore(value: 0)

  func first() -> Bool {
    let isFirst = count.withLock { count in
      count += 1
      return count == 1
    }
    if isFirst { semaphore.signal() }
    return isFirst
  }

  /// Returns when it has come, or after some time in which it should have.
  func wait() { _ = semaphore.wait(timeout: .now() + 5) }
}
