import BabyModel
import BabyProtocol
import BabyStore
import Synchronization
import Testing

@testable import BabyDaemon

@Suite("Status for the service manager")
struct StatusTests {
  @Test("is looked at again after a sleep or a change of a child, and not after anything else")
  func concerns() async throws {
    let commits = Mutex<[Bool]>([])
    let daemon = try TestDaemon { commit in commits.withLock { $0.append(commit.concernsStatus) } }
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: LocalDate(dayNumber: 18_000)))
    _ = try await daemon.call(DiaperLog.self, .init(type: .wet))
    _ = try await daemon.call(SleepStart.self, .init())
    _ = try await daemon.call(SettingsSet.self, .init(key: "units", value: "oz"))
    #expect(commits.withLock { $0 } == [true, false, true, false])
  }
}
