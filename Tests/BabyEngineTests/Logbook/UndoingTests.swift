import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("Undoing")
struct UndoingTests {
  @Test("takes back the caller's own last change, and brings it back; what others do is theirs")
  func own() async throws {
    let log = try await Log()
    let mine = try await log.write { try $0.note("mine") }
    try await log.write(as: 7) { try $0.note("theirs", at: "1h ago") }
    let undone = try await log.write { try $0.undo() }
    #expect(undone.step.label == mine.message && undone.step.entries.map(\.id) == [mine.entry.id])
    #expect(undone.children.map(\.id) == [log.eva.id])
    #expect(try await log.entries.map(\.note) == ["theirs"])
    await #expect(throws: BabyError.nothingToRedo) { try await log.write(as: 7) { _ = try $0.redo() } }
    #expect(try await log.write { try $0.redo() }.step.label == mine.message)
    #expect(try await log.entries.map(\.note) == ["mine", "theirs"])
  }

  @Test("goes as far back as there is something, and forward again until something else is done")
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

  @Test("an earlier change is called by its step or by its entry, and the later ones stay")
  func named() async throws {
    let log = try await Log()
    let first = try await log.write { try $0.note("one") }.entry
    let second = try await log.write { try $0.note("two") }
    let step = try await log.write { try $0.undo("\(first.id)") }.step
    #expect(step.later == .step(label: second.message))
    #expect(try await log.entries.map(\.note) == ["two"])
    try await log.write { _ = try $0.redo() }
    #expect(try await log.write { try $0.undo("\(step.id)") }.step.entries.map(\.id) == [first.id])
    #expect(StepID("\(step.id)") == step.id && StepID("17") == nil)
    await #expect(throws: BabyError.entryNotFound("zzzz")) { try await log.write { _ = try $0.undo("zzzz") } }
  }

  @Test("what somebody else has changed since is not taken back; undo passes over it when it is told to")
  func conflict() async throws {
    let log = try await Log()
    try await log.write { try $0.note("before") }
    let entry = try await log.write { try $0.note("mine") }.entry
    try await log.write(as: 7) { _ = try $0.update("\(entry.id)", EntryChanges(note: "theirs")) }
    let step = try await log.read { try $0.journal(limit: 1)[0] }
    await #expect(throws: BabyError.undoConflict(step: step.id.seq, label: step.label)) {
      try await log.write { _ = try $0.undo() }
    }
    try await log.machine.engine.skipUndo(of: step.id, by: Caller(uid: SyncedMachine.uid, client: "test"))
    #expect(try await log.read { try $0.journal(limit: 1)[0].state } == .skipped)
    #expect(try await log.write { try $0.undo() }.step.entries.map(\.note) == ["before"])
    #expect(try await log.entries.map(\.note) == ["theirs"])
  }

  @Test("a child does not come back under a name that has been taken")
  func takenName() async throws {
    let log = try await Log()
    try await log.write { _ = try $0.removeChild("Eva") }
    try await log.write(as: 7) { try $0.add("Eva") }
    await #expect(throws: BabyError.childNameTaken("Eva")) { try await log.write { _ = try $0.undo() } }
  }
}
