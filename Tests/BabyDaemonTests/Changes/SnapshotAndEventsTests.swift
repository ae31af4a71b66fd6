import BabyModel
import BabyProtocol
import TestSupport
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("A snapshot and the events after it", .serialized)
struct SnapshotAndEventsTests {
  @Test(
    "equal a fresh snapshot, whatever happens, over lost connections, beside clients that hang or vanish",
    arguments: 0..<8)
  func equalAFreshSnapshot(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var limits = SocketLimits()
    limits.waitingEvents = 8
    limits.stallTimeout = .milliseconds(300)
    try await TestDaemon.serve(limits: limits) { daemon, sockets in
      let family = try RandomFamily(daemon: daemon, client: sockets.connect())
      let quick = try await FollowingClient(sockets)
      let slow = try await FollowingClient(sockets)
      // Reads nothing, ever.
      let stuck = try await FollowingClient(sockets)
      for _ in 0..<12 {
        for _ in 0..<Int.random(in: 1...9, using: &random) {
          try await family.doSomething(using: &random)
          if Bool.random(using: &random) { _ = try await FollowingClient(sockets) }
        }
        if Int.random(in: 0..<4, using: &random) == 0 { try await quick.reconnect() }
        try await expect(quick, toKnowWhatIsSoIn: sockets)
      }
      try await expect(slow, toKnowWhatIsSoIn: sockets)
      withExtendedLifetime(stuck) {}
    }
  }

  /// Takes in events until the picture is that of a fresh snapshot; fails when none comes any more.
  private func expect(_ client: FollowingClient, toKnowWhatIsSoIn sockets: SocketFixture) async throws {
    let topics: JSON = .array(FollowingClient.topics.map { .string($0.rawValue) })
    let fresh = try await sockets.connect().call(line(1, "changes.subscribe", ["topics": topics]))
    let truth = FamilySnapshot(fresh: try #require(fresh["result"]?["snapshot"]))
    while client.picture != truth {
      do { try await client.takeNext() } catch {
        Issue.record("\(error); \(client.picture.differences(from: truth).joined(separator: "\n"))")
        throw error
      }
    }
  }
}

/// Does what a family might do, and things that are refused.
private struct RandomFamily {
  let daemon: TestDaemon
  let client: TestClient

  func doSomething(using random: inout SeededGenerator) async throws {
    daemon.clock.advance(by: .seconds(Int.random(in: 2...4000, using: &random)))
    daemon.feed.wake()
    let entry = try await anyEntry(using: &random)
    let name = "Child \(Int.random(in: 0..<3, using: &random))"
    let zone = ["Europe/Berlin", "America/Los_Angeles", "Asia/Kolkata"].randomElement(using: &random) ?? "UTC"
    let calls: [(String, JSON)] = [
      ("child.add", ["name": .string(name), "born": "2020-08-01", "zone": .string(zone)]),
      ("child.select", ["childId": .string(name)]), ("child.remove", ["childId": .string(name)]),
      ("child.restore", ["childId": .string(name)]), ("child.purge", ["childId": .string(name)]),
      ("child.update", ["childId": .string(name), "zone": .string(zone)]),
      ("settings.set", ["key": "units", "value": .string(Bool.random(using: &random) ? "oz" : "ml")]),
      ("settings.set", ["key": "day.start", "value": "04:00", "childId": .string(name)]),
      ("entry.delete", ["id": entry]), ("entry.restore", ["id": entry]), ("entry.duplicate", ["id": entry]),
      ("entry.update", ["id": entry, "note": "changed"]),
    ]
    let everyday: [(String, JSON)] = [
      ("entry.log", ["kind": "feeding", "method": "bottle"]), ("entry.log", ["kind": "diaper"]),
      ("entry.log", ["kind": "diaper", "childId": .string(name)]),
      ("timer.toggle", ["kind": "sleep"]), ("timer.start", ["kind": "tummy"]), ("timer.stop", ["kind": "tummy"]),
      ("entry.log", ["kind": "note", "note": "<b>&\u{202e}"]),
      ("undo", [:]), ("undo", [:]), ("redo", [:]),
    ]
    let (method, params) =
      ((Bool.random(using: &random) ? calls : everyday).randomElement(using: &random)) ?? ("undo", [:])
    _ = try await client.call(line(1, method, params))
  }

  private func anyEntry(using random: inout SeededGenerator) async throws -> JSON {
    let timeline = try await client.call(line(1, "timeline.list"))
    let entries = timeline["result"]?["entries"]?.arrayValue ?? []
    return entries.randomElement(using: &random)?["id"] ?? "none"
  }
}
