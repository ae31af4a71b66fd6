import BabyModel
import TestSupport
import Testing

@testable import BabyAccount
@testable import BabyEngine

/// Anna's two machines and a real server between them.
@Suite("Settings on their way")
struct SettingTests {
  private func units(_ machine: SyncedMachine) async throws -> String? {
    try await machine.engine.store.read { try $0.settings(child: nil)["units"] }
  }

  private func set(_ value: String, on machine: SyncedMachine) async throws {
    _ = try await machine.change { _ = try $0.setSetting("units", to: value, child: nil) }
  }

  @Test("a setting is on the other machine at its next poll; a poll without changes is a 304")
  func both() async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { first in
        try await SyncedMachine.run(at: family) { second in
          try await set("oz", on: first)
          await second.refresh()
          #expect(try await units(second) == "oz")
          #expect(first.connectionStatus.state == .online)
          #expect(try await first.engine.store.read { try $0.queueCounts().waiting } == 0)
        }
      }
    }
  }

  @Test(
    "whatever fails on the way, it arrives once the server answers, and the last value wins",
    arguments: [Fault.refuse, .status(503), .loseAnswer, .statusAfter(500), .cut, .notJSON, .html])
  func faults(fault: Fault) async throws {
    try await Family.run { family in
      try await SyncedMachine.run(at: family) { first in
        try await SyncedMachine.run(at: family) { second in
          family.proxy.follow { $0.method == "PATCH" ? fault : .none }
          try await set("oz", on: first)
          #expect(try await units(first) == "oz", "it holds here at once")
          #expect(try await first.engine.store.read { try $0.queueCounts().waiting } == 1)
          family.proxy.follow { _ in .none }
          try await set("ml", on: second)
          await first.refresh()
          for machine in [second, first] { await machine.refresh() }
          #expect(try await first.engine.store.read { try $0.queueCounts().waiting } == 0)
          let both = (try await units(first), try await units(second))
          #expect(both.0 == both.1 && both.0 != nil)
        }
      }
    }
  }
}
