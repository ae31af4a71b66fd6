import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Testing

@Suite("Undoing")
struct UndoingTests {
  @Test("reverts the caller's own last change, and redo repeats it; other callers' changes are theirs")
  func own() async throws {
    let log = try await Log()
    let mine = try await log.write { try $0.note("mine") }
    try await log.write(as: 7) { try $0.note("theirs", at: "1h ago") }
    let undone = try await log.write { try $0.undo() }
    #expect(undone.label == mine.message && undone.entries.map(\.entry.id) == [mine.entry.entry.id])
    #expect(undone.children.map(\.id) == [log.eva.id])
    #expect(try await log.entries.map(\.note) == ["theirs"])
    await #expect(throws: BabyError.nothingToRedo) { try await log.write(as: 7) { _ = try $0.redo() } }
    #expect(try await log.write { try $0.redo() }.label == mine.message)
    #expect(try await log.entries.map(\.note) == ["mine", "theirs"])
  }

  @Test("goes back as far as there are steps, and forward again until there is a new change")
  func levels() async throws {
    let log = try await Log()
    for text in ["one", "two"] { try await log.write { try $0.note(text) } }
    for _ in 0..<3 { try await log.write { _ = try $0.undo() } }
    await #expect(throws: BabyError.noChild) { try await log.read { try $0.child(nil) } }
    await #expect(throws: BabyError.nothingToUndo) { try await log.write { _ = try $0.undo() } }
    for _ in 0..<2 { try await log.write { _ = try $0.redo() } }
    try await log.write { try $0.note("three") }
    await #expect(throws: BabyError.nothingToRedo) { try await log.write { _ = try $0.redo() } }
    #expect(try await Set(log.entries.map(\.note)) == ["one", "three"])
  }

  @Test("an earlier change is referred to by its step or its entry, and the later ones stay")
  func named() async throws {
    let log = try await Log()
    let first = try await log.write { try $0.note("one") }.entry.entry
    let second = try await log.write { try $0.note("two") }
    let undone = try await log.write { try $0.undo("\(first.id)") }
    #expect(undone.later == second.message)
    #expect(try await log.entries.map(\.note) == ["two"])
    try await log.write { _ = try $0.redo() }
    #expect(try await log.write { try $0.undo(undone.step) }.entries.map(\.entry.id) == [first.id])
    #expect(StepID(undone.step)?.description == undone.step && StepID("17") == nil)
    await #expect(throws: BabyError.entryNotFound("zzzz")) { try await log.write { _ = try $0.undo("zzzz") } }
  }

  @Test("another person's later change blocks it; undo skips the step on request")
  func conflict() async throws {
    let log = try await Log()
    try await log.write { try $0.note("before") }
    let entry = try await log.write { try $0.note("mine") }.entry.entry
    try await log.write(as: 7) { _ = try $0.update(.init(id: "\(entry.id)", note: .value("theirs"))) }
    let step = try await log.read { try $0.journal(limit: 1)[0] }
    await #expect(throws: BabyError.undoConflict(step: step.id.seq, label: step.label)) {
      try await log.write { _ = try $0.undo() }
    }
    try await log.machine.engine.skipUndo(of: step.id, by: Caller(uid: SyncedMachine.uid, client: "test"))
    #expect(try await log.read { try $0.journal(limit: 1)[0].state } == .skipped)
    #expect(try await log.write { try $0.undo() }.entries.map(\.entry.note) == ["before"])
    #expect(try await log.entries.map(\.note) == ["theirs"])
  }

  @Test("a child is not restored under a name that is taken")
  func takenName() async throws {
    let log = try await Log()
    try await log.write { _ = try $0.removeChild("Eva") }
    try await log.write(as: 7) { try $0.add("Eva") }
    await #expect(throws: BabyError.childNameTaken("Eva")) { try await log.write { _ = try $0.undo() } }
  }
}
