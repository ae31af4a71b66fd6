import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Testing

@Suite("Changes without effect")
struct UnchangedTests {
  @Test("an update to the current values is not an undo step")
  func update() async throws {
    let log = try await Log()
    let entry = try await log.write { try $0.note("first smile") }.entry.entry
    let labels = try await log.labels
    log.machine.pass(.minutes(1))
    let same = try await log.write { try $0.update(.init(id: "last", note: .value("first smile"))) }
    #expect(same.entry.entry == entry && same.message == "Nothing changed")
    #expect(try await log.labels == labels)
    try await log.write { _ = try $0.undo() }
    #expect(try await log.entries.isEmpty)
  }

  @Test(
    "a note can be edited by a clock that is behind the one of its entry; its time cannot be moved there"
  )
  func slowClock() async throws {
    let log = try await Log()
    let entry = try await log.write { try $0.note("first smile") }.entry.entry
    log.machine.now = noon - .hours(3)
    let edited = try await log.write { try $0.update(.init(id: "\(entry.id)", note: .value("first laugh"))) }.entry
      .entry
    #expect(edited.note == "first laugh" && edited.start == entry.start)
    await #expect(throws: BabyError.self) {
      try await log.write { _ = try $0.update(.init(id: "\(entry.id)", time: TimeTexts(at: "in 2h"))) }
    }
  }

  @Test("two children whose names differ only in case are each found by their own")
  func namesThatDifferInCase() async throws {
    let (machine, server, eva) = try await family()
    var other = eva
    (other.id, other.name) = (machine.ids.next(at: noon), "eva")
    server.share(other)
    try await machine.poll(server)
    let ids = try await machine.ask { book in try ["Eva", "eva"].map { try book.reader.child($0).id } }
    #expect(ids == [eva.id, other.id])
  }
}
