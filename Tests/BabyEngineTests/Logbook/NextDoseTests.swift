import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("The next dose of a medicine, in the log")
struct NextDoseTests {
  @discardableResult
  private func log(_ phrase: String, in log: Log) async throws -> EntryAnswer {
    try await log.write { try $0.logPhrase(.init(text: phrase)) }
  }

  /// Name, last and next of each, in hours from now.
  private func medicines(_ log: Log) async throws -> [String] {
    try await log.read { book in
      (try book.dashboard(of: nil).answer.medicines ?? []).map { dose in
        func hours(_ instant: Instant?) -> String { instant.map { "\(($0 - noon).components.seconds / 3600)" } ?? "–" }
        return "\(dose.name) \(hours(dose.last)) \(hours(dose.next))"
      }
    }
  }

  private func open(_ log: Log) async throws -> [String] {
    try await log.write { try $0.sendDueReminders() }
    return try await log.read { [eva = log.eva] in try $0.reminders(of: eva).plan.open.map(\.text) }
  }

  @Test("is on the dashboard and on the day's page, by its last known interval, until it is no longer pending")
  func shown() async throws {
    let book = try await Log()
    try await log("medicine Tylenol 5ml every 6h 2h ago", in: book)
    try await log("medicine Iron 1 drop", in: book)
    #expect(try await medicines(book) == ["Tylenol -2 4"])
    try await log("medicine tylenol 5ml", in: book)
    #expect(try await medicines(book) == ["Tylenol 0 6"])
    #expect(try await book.read { try $0.page(day: "today").medicines?.map(\.name) } == ["Tylenol"])
    #expect(try await book.read { try $0.page(day: "yesterday").medicines } == nil)
    #expect(try await book.read { try $0.page(day: "today", search: "iron").medicines } == nil)
    // Midnight is at noon and 35 hours.
    book.machine.pass(.hours(34))
    #expect(try await medicines(book).count == 1)
    #expect(try await book.read { try $0.page(day: "today").medicines?.count } == 1)
    book.machine.pass(.hours(1))
    #expect(try await medicines(book) == [])
    #expect(try await book.read { try $0.page(day: "today").medicines } == nil)
  }

  @Test("is announced at its time, moved by a further dose, removed with its dose, and referred to by its name")
  func told() async throws {
    let book = try await Log()
    try await log("medicine Tylenol 5ml every 6h", in: book)
    book.machine.pass(.hours(5))
    #expect(try await open(book) == [])
    book.machine.pass(.hours(1))
    #expect(try await open(book) == ["Tylenol may be given again"])
    try await log("medicine Tylenol", in: book)
    #expect(try await open(book) == [])
    try await book.write { _ = try $0.undo() }
    #expect(try await open(book) == ["Tylenol may be given again"])
    try await book.write { _ = try $0.dismissReminder("tylenol", child: nil) }
    #expect(try await open(book) == [])
    try await book.write { _ = try $0.undo() }
    #expect(try await open(book) == ["Tylenol may be given again"])
    _ = try await book.write { try $0.setSetting("reminders.medicine", to: "off", child: nil) }
    #expect(try await open(book) == [])
  }

  @Test("depends on doses alone: other entries do not wake a reminder")
  func agenda() async throws {
    let book = try await Log()
    try await log("medicine Tylenol every 6h", in: book)
    let agenda = try await book.machine.engine.sendDueReminders()
    #expect(agenda.next == noon + .hours(6))
    #expect(agenda.kinds.contains(.declared(.medicine)) && !agenda.kinds.contains(.note))
  }
}
