import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Dispatch
import Foundation
import Logging
import Synchronization
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("Reminders from the daemon")
struct ReminderTests {
  /// A daemon with a child whose feeds and diapers remind after three hours.
  private func daemon(
    settings: [String: String] = ["feeding.interval": "3h"],
    setAlarm: @escaping @Sendable (Instant?, AlarmCause) -> Void = { _, _ in }
  ) async throws -> TestDaemon {
    let daemon = try await TestDaemon(setAlarm: setAlarm)
    let born = try #require(LocalDate("2020-10-01"))
    _ = try await daemon.call(ChildAdd.self, .init(name: "Eva", born: born, zone: "Europe/Berlin"))
    for (key, value) in settings { _ = try await daemon.call(SettingsSet.self, .init(key: key, value: value)) }
    return daemon
  }

  private func open(_ daemon: TestDaemon) async throws -> [ReminderRecord] {
    try await daemon.call(ReminderList.self, .init()).open
  }

  @Test("a sent one is not sent again after a restart, and is still open")
  func restart() async throws {
    let daemon = try await daemon()
    _ = try await daemon.call(EntryLog.self, .init(entry: .feeding(method: .bottle)))
    daemon.clock.advance(by: .hours(3))
    _ = try await daemon.engine.sendDueReminders()
    let told = try await open(daemon)
    #expect(told.map(\.kind) == [.feeding])
    let seq = try await daemon.store.read { try $0.lastSeq() }
    await daemon.stop()
    try daemon.store.close()

    let now = daemon.clock.now + .minutes(5)
    let store = try Store.open(
      path: daemon.store.path, now: now, readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor
    )
    let engine = Engine(store: store, zones: ZoneDatabase(), ids: IDGenerator(), systemZone: "UTC") { now }
    let agenda = try await engine.sendDueReminders()
    #expect(try await store.read { try $0.lastSeq() } == seq)
    let due = try #require(told.first).due
    #expect(agenda.next == due + .hours(24))
    let reminders = try await engine.read(Caller(uid: 1000, client: "test")) { try $0.allReminders()[0].plan.open }
    #expect(reminders.map(\.id) == told.map(\.id) && reminders.map(\.toldAt) == told.map(\.toldAt))
    try store.close()
  }

  @Test("one that became due while the daemon was away is sent afterwards, once")
  func dueWhileAway() async throws {
    let daemon = try await daemon()
    _ = try await daemon.call(EntryLog.self, .init(entry: .feeding(method: .bottle)))
    daemon.clock.advance(by: .hours(9))
    #expect(try await open(daemon) == [])
    _ = try await daemon.engine.sendDueReminders()
    let seq = try await daemon.store.read { try $0.lastSeq() }
    _ = try await daemon.engine.sendDueReminders()
    #expect(try await daemon.store.read { try $0.lastSeq() } == seq)
    #expect(try await open(daemon).map(\.text) == ["Fed about 9 hours ago"])
  }

  @Test("two clients get the same one, and it is over for both when one of them logs")
  func twoClients() async throws {
    let daemon = try await daemon()
    _ = try await daemon.call(EntryLog.self, .init(entry: .feeding(method: .bottle)))
    let sinks = [RecordingSink(), RecordingSink()]
    for (session, sink) in sinks.enumerated() {
      let join = JoinParams(
        caller: Caller(uid: 1000, client: "bbagent"), topics: [.reminder, .reminders], child: nil, since: nil)
      _ = try await daemon.feed.subscribe(join, session: 10 + session, sink: sink)
    }
    daemon.clock.advance(by: .hours(3))
    _ = try await daemon.engine.sendDueReminders()
    _ = try await daemon.engine.sendDueReminders()
    _ = try await daemon.events()
    for sink in sinks {
      let events = sink.take()
      #expect(events.filter { $0.contains(#""topic":"reminder""#) }.count == 1)
      #expect(events.count == 2)
    }
    _ = try await daemon.call(EntryLog.self, .init(entry: .feeding(method: .bottle)))
    _ = try await daemon.events()
    for sink in sinks {
      let events = sink.take()
      #expect(events.count == 1 && events[0].contains(#""open":[]"#))
    }
  }

  @Test("a dry run snoozes nothing, and a key snoozes once")
  func writing() async throws {
    let daemon = try await daemon()
    _ = try await daemon.call(EntryLog.self, .init(entry: .feeding(method: .bottle)))
    daemon.clock.advance(by: .hours(3))
    _ = try await daemon.engine.sendDueReminders()
    _ = try await daemon.call(ReminderSnooze.self, .init(options: .init(dryRun: true)))
    #expect(try await open(daemon).count == 1)
    let options = WriteOptions(idempotencyKey: "k")
    let first = try await daemon.call(ReminderSnooze.self, .init(minutes: 30, options: options))
    daemon.clock.advance(by: .minutes(10))
    let again = try await daemon.call(ReminderSnooze.self, .init(minutes: 30, options: options))
    #expect(first.seq == again.seq)
    let waiting = try await daemon.call(ReminderList.self, .init()).waiting
    #expect(waiting.map(\.due) == [daemon.clock.now + .minutes(20)])
  }

  @Test("the timer is set for the next one, again with every entry that affects it, and with no other")
  func clock() async throws {
    let (alarms, alarm) = AsyncStream.makeStream(of: Instant?.self)
    let daemon = try await daemon { due, cause in if cause == .reminder { alarm.yield(due) } }
    let running = Task { [core = daemon.core] in await core.reminders.run(core.engine, logger: Logger(label: "test")) }
    defer { running.cancel() }
    var next = alarms.makeAsyncIterator()
    #expect(await next.next() == .some(nil))
    _ = try await daemon.call(EntryLog.self, .init(entry: .feeding(method: .bottle)))
    let due = daemon.clock.now + .hours(3)
    #expect(await next.next() == due)
    _ = try await daemon.call(EntryLog.self, .init(entry: .diaper(.wet)))
    daemon.clock.now = due
    daemon.core.timeHasPassed()
    // Told, which is a change itself; from now on it is over a day later.
    #expect(await next.next() == due + .hours(24))
    #expect(await next.next() == due + .hours(24))
    _ = try await daemon.call(SettingsSet.self, .init(key: "reminders.enabled", value: "off"))
    #expect(await next.next() == .some(nil))
    await daemon.stop()
  }

  @Test("entries during the first check are taken into account")
  func firstLook() async throws {
    let (alarms, alarm) = AsyncStream.makeStream(of: Instant?.self)
    let daemon = try await daemon { due, cause in if cause == .reminder { alarm.yield(due) } }
    let executor = HoldingExecutor()
    let running = Task(executorPreference: executor) { [core = daemon.core] in
      await core.reminders.run(core.engine, logger: Logger(label: "test"))
    }
    defer { running.cancel() }
    // It has read, and does not know yet what.
    for await _ in executor.held { break }
    _ = try await daemon.call(EntryLog.self, .init(entry: .feeding(method: .bottle)))
    executor.open()
    var next = alarms.makeAsyncIterator()
    #expect(await next.next() == .some(nil))
    #expect(await next.next() == daemon.clock.now + .hours(3))
    await daemon.stop()
  }
}

/// Runs a task up to where it first waits, and no further until it is opened.
private final class HoldingExecutor: TaskExecutor {
  private struct State {
    var hasBegun = false
    var isOpen = false
    var held: [UnownedJob] = []
  }

  /// Tells when the task would go on.
  let held: AsyncStream<Void>
  private let hold: AsyncStream<Void>.Continuation
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "holding")

  init() { (held, hold) = AsyncStream.makeStream() }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let runs = state.withLock { state in
      defer { state.hasBegun = true }
      guard state.hasBegun, !state.isOpen else { return true }
      state.held.append(job)
      return false
    }
    if runs { run(job) } else { hold.yield() }
  }

  func open() {
    let held = state.withLock { state in
      defer { state.held = [] }
      state.isOpen = true
      return state.held
    }
    held.forEach(run)
  }

  private func run(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
