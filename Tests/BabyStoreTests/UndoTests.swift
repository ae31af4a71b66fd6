import BabyModel
import BabyStore
import Testing

@Suite("Undo and redo")
struct UndoTests {
  private func undo(_ fixture: Fixture, uid: UInt32 = Fixture.me) async throws -> UndoneStep {
    try await fixture.write(uid: uid) { try $0.undo(uid: uid) }
  }

  private func redo(_ fixture: Fixture, uid: UInt32 = Fixture.me) async throws -> UndoneStep {
    try await fixture.write(uid: uid) { try $0.redo(uid: uid) }
  }

  private func entry(_ fixture: Fixture, _ id: EntryID) async throws -> Entry? {
    try await fixture.store.read { try $0.entry(id) }
  }

  @Test("the last step is undone and redone, with its label")
  func createEditDelete() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry(.sleep)
    var edited = entry
    edited.end = noon + .minutes(30)
    let end = edited
    try await fixture.write(label: "Started sleep") { try $0.insert(entry) }
    try await fixture.write(label: "Stopped sleep") { try $0.update(end) }
    try await fixture.write(label: "Deleted sleep") { try $0.delete(entry.id) }

    var step = try await undo(fixture)
    #expect(step.label == "Deleted sleep")
    #expect(step.entries.map(\.deletedAt) == [nil])
    step = try await undo(fixture)
    #expect(step.label == "Stopped sleep")
    #expect(step.entries == [entry])
    step = try await undo(fixture)
    #expect(step.label == "Started sleep")
    #expect(step.entries.map(\.deletedAt) == [noon])
    await #expect(throws: BabyError.nothingToUndo) { try await undo(fixture) }

    #expect(try await redo(fixture).entries == [entry])
    #expect(try await redo(fixture).entries == [end])
    #expect(try await redo(fixture).entries.map(\.deletedAt) == [noon])
    await #expect(throws: BabyError.nothingToRedo) { try await redo(fixture) }
    #expect(try await undo(fixture).entries == [end])
    try fixture.verifyIntegrity()
  }

  @Test("each inversion is a separate change")
  func changes() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    try await fixture.write { try $0.insert(entry) }
    _ = try await undo(fixture)
    _ = try await redo(fixture)
    #expect(fixture.committed.all.suffix(2).map { $0.changes.map(\.operation) } == [[.delete], [.restore]])
    #expect(fixture.committed.seqs == [1, 2, 3, 4])
  }

  @Test("a new change ends redo")
  func newStepEndsRedo() async throws {
    let fixture = try await Fixture()
    let (first, second, third) = (fixture.entry(), fixture.entry(), fixture.entry())
    try await fixture.write(label: "first") { try $0.insert(first) }
    try await fixture.write(label: "second") { try $0.insert(second) }
    _ = try await undo(fixture)
    try await fixture.write(uid: Fixture.other, label: "another's") { try $0.setSetting("units", "oz", child: nil) }
    #expect(try await redo(fixture).label == "second")
    _ = try await undo(fixture)
    try await fixture.write(label: "third") { try $0.insert(third) }
    await #expect(throws: BabyError.nothingToRedo) { try await redo(fixture) }
    #expect(try await undo(fixture).label == "third")
    #expect(try await undo(fixture).label == "first")
  }

  @Test("another uid's steps are separate")
  func ownSteps() async throws {
    let fixture = try await Fixture()
    let (mine, theirs) = (fixture.entry(), fixture.entry())
    try await fixture.write(label: "mine") { try $0.insert(mine) }
    try await fixture.write(uid: Fixture.other, label: "theirs") { try $0.insert(theirs) }
    #expect(try await undo(fixture).label == "mine")
    await #expect(throws: BabyError.nothingToRedo) { try await redo(fixture, uid: Fixture.other) }
    #expect(try await undo(fixture, uid: Fixture.other).label == "theirs")
  }

  @Test("a change that another person has changed since is left alone, until they have undone theirs")
  func conflict() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    var edited = entry
    edited.note = "theirs"
    let theirs = edited
    try await fixture.write(label: "mine") { try $0.insert(entry) }
    try await fixture.write(uid: Fixture.other) { try $0.update(theirs) }
    await #expect(throws: BabyError.undoConflict(step: 2, label: "mine")) { try await undo(fixture) }
    #expect(try await self.entry(fixture, entry.id) == theirs)
    _ = try await undo(fixture, uid: Fixture.other)
    #expect(try await undo(fixture).entries.map(\.id) == [entry.id])
    await #expect(throws: BabyError.undoConflict(step: 3, label: "Logged")) {
      try await redo(fixture, uid: Fixture.other)
    }
    _ = try await redo(fixture)
    #expect(try await redo(fixture, uid: Fixture.other).entries == [theirs])
  }

  @Test("a redo is refused if its base was undone by another person")
  func redoOnTakenBackState() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    var edited = entry
    edited.note = "edited"
    let mine = edited
    try await fixture.write(uid: Fixture.other) { try $0.insert(entry) }
    try await fixture.write(label: "mine") { try $0.update(mine) }
    _ = try await undo(fixture)
    _ = try await undo(fixture, uid: Fixture.other)
    await #expect(throws: BabyError.undoConflict(step: 3, label: "mine")) { try await redo(fixture) }
  }

  @Test("a step with several changes of one entry is undone as a whole")
  func manyChangesInOneStep() async throws {
    let fixture = try await Fixture()
    let (kept, made) = (fixture.entry(.sleep), fixture.entry(.sleep, at: noon + .hours(2)))
    try await fixture.write { try $0.insert(kept) }
    var ended = kept
    ended.end = noon + .hours(1)
    var noted = ended
    noted.note = "long"
    let (first, second) = (ended, noted)
    try await fixture.write(label: "many") { transaction in
      try transaction.update(first)
      try transaction.update(second)
      try transaction.insert(made)
    }
    let step = try await undo(fixture)
    #expect(step.entries.map(\.id) == [made.id, kept.id])
    #expect(try await entry(fixture, kept.id) == kept)
    #expect(try await entry(fixture, made.id)?.deletedAt != nil)
    _ = try await redo(fixture)
    #expect(try await entry(fixture, kept.id) == second)
    #expect(try await entry(fixture, made.id)?.deletedAt == nil)
    _ = try await undo(fixture)
    #expect(try await entry(fixture, kept.id) == kept)
  }

  @Test("a timer that would run beside another one stays as it is")
  func secondTimer() async throws {
    let fixture = try await Fixture()
    let (mine, theirs) = (fixture.entry(.sleep), fixture.entry(.sleep, at: noon + .hours(2)))
    try await fixture.write { try $0.insert(mine) }
    try await fixture.write { try $0.delete(mine.id) }
    try await fixture.write(uid: Fixture.other) { try $0.insert(theirs) }
    await #expect(throws: BabyError.timerRunning(.sleep, theirs.id, since: theirs.start, child: "Eva")) {
      try await undo(fixture)
    }
    #expect(try await entry(fixture, mine.id)?.deletedAt == noon)
    try fixture.verifyIntegrity()
  }

  @Test("the journal survives a restart")
  func restart() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    try await fixture.write(label: "before") { try $0.insert(entry) }
    try fixture.store.close()
    let reopened = try Store.open(path: fixture.path, now: noon)
    let context = WriteContext(uid: Fixture.me, client: "test", at: noon)
    let step = try await reopened.write(context) { try $0.undo(uid: Fixture.me) }
    #expect(step.label == "before")
    #expect(try await reopened.write(context) { try $0.redo(uid: Fixture.me) }.entries == [entry])
    try reopened.close()
  }

  @Test("an import of thousands in several transactions is one step")
  func largeImport() async throws {
    let fixture = try await Fixture()
    let batches = (0..<4).map { batch in
      (0..<1000).map { fixture.entry(at: noon + .minutes(batch * 1000 + $0)) }
    }
    var step: StepID?
    for batch in batches {
      let earlier = step
      step = try await fixture.write { transaction in
        try transaction.label("Imported 4000 entries", continuing: earlier)
        for entry in batch { try transaction.insert(entry) }
        return transaction.step
      }
      let other = fixture.entry()
      try await fixture.write(uid: Fixture.other) { try $0.insert(other) }
    }
    let undone = try await undo(fixture)
    #expect(undone.entries.count == 4000)
    #expect(undone.label == "Imported 4000 entries")
    let left = try await fixture.store.read { try $0.entryCounts(child: fixture.eva.id) }
    #expect(left == [.diaper: 4])
    await #expect(throws: BabyError.nothingToUndo) { try await undo(fixture) }
    #expect(try await redo(fixture).entries.count == 4000)
    try fixture.verifyIntegrity()
  }

  @Test("an import that is undone before its end continues as a new step")
  func undoneWithinImport() async throws {
    let fixture = try await Fixture()
    let (first, second) = (fixture.entry(), fixture.entry())
    let step = try await fixture.write { transaction in
      try transaction.insert(first)
      return transaction.step
    }
    _ = try await undo(fixture)
    let next = try await fixture.write { transaction in
      try transaction.label("Imported", continuing: step)
      try transaction.insert(second)
      return transaction.step
    }
    #expect(next != step)
    #expect(try await undo(fixture).entries.map(\.id) == [second.id])
  }

  @Test("a dry run of an undo does not do it")
  func dryRun() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    try await fixture.write { try $0.insert(entry) }
    let told = try await fixture.write(dryRun: true) { try $0.undo(uid: Fixture.me) }
    #expect(told.entries.map(\.deletedAt) == [noon])
    #expect(try await self.entry(fixture, entry.id) == entry)
    #expect(try await undo(fixture) == told)
  }
}
