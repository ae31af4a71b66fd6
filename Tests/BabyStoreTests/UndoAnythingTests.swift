import BabyModel
import BabyStore
import Testing

@Suite("Undo of other changes than entries")
struct UndoAnythingTests {
  private func undo(_ fixture: Fixture, _ reference: StepReference? = nil) async throws -> UndoneStep {
    try await fixture.write { try $0.undo(uid: Fixture.me, reference) }
  }

  private func redo(_ fixture: Fixture) async throws -> UndoneStep {
    try await fixture.write { try $0.redo(uid: Fixture.me) }
  }

  @Test("a setting returns to another value, or to none")
  func settings() async throws {
    let fixture = try await Fixture()
    let child = fixture.eva.id
    func values() async throws -> [[String: String]] {
      try await fixture.store.read { [try $0.settings(child: nil), try $0.settings(child: child)] }
    }
    try await fixture.write(label: "units is now oz") { try $0.setSetting("units", "oz", child: nil) }
    try await fixture.write(label: "units is now ml") { try $0.setSetting("units", "ml", child: nil) }
    try await fixture.write(label: "Eva's") { try $0.setSetting("units", "oz", child: child) }
    try await fixture.write(label: "units was reset") { try $0.setSetting("units", nil, child: nil) }

    #expect(try await undo(fixture).label == "units was reset")
    #expect(try await values() == [["units": "ml"], ["units": "oz"]])
    let step = try await undo(fixture)
    #expect(step.label == "Eva's" && step.children == [child] && step.entries.isEmpty)
    #expect(try await values() == [["units": "ml"], [:]])
    _ = try await undo(fixture)
    #expect(try await values() == [["units": "oz"], [:]])
    _ = try await undo(fixture)
    #expect(try await values() == [[:], [:]])
    await #expect(throws: BabyError.nothingToUndo) { try await undo(fixture) }
    for expected in [["units": "oz"], ["units": "ml"], ["units": "ml"], [:]] {
      _ = try await redo(fixture)
      #expect(try await values()[0] == expected)
    }
    #expect(try await values() == [[:], ["units": "oz"]])
    try fixture.verifyIntegrity()
  }

  @Test("a program's report of the desktop's preference is not an undo step")
  func observed() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    try await fixture.write(label: "Logged") { try $0.insert(entry) }
    try await fixture.write { try $0.setSetting("theme.desktop", "dark", child: nil, isObserved: true) }
    let step = try await undo(fixture)
    #expect(step.entries.map(\.id) == [entry.id] && step.later == nil)
    #expect(try await fixture.store.read { try $0.settings(child: nil) } == ["theme.desktop": "dark"])
  }

  @Test("a child that was added, changed, removed or restored, and the selection")
  func children() async throws {
    let fixture = try await Fixture()
    var ben = fixture.eva
    ben.id = fixture.ids.next(at: noon)
    ben.name = "Ben"
    let added = ben
    ben.name = "Benjamin"
    let renamed = ben
    func state() async throws -> (names: [String], current: String?) {
      try await fixture.store.read {
        (try $0.children().map(\.name).sorted(), try $0.selectedChild(uid: Fixture.me)?.name)
      }
    }
    try await fixture.write(label: "Eva is current now") { try $0.select(fixture.eva.id, uid: Fixture.me) }
    try await fixture.write(label: "Added Ben") {
      try $0.insert(added)
      try $0.select(added.id, uid: Fixture.me)
    }
    try await fixture.write(label: "Changed Benjamin") { try $0.update(renamed) }
    try await fixture.write(label: "Removed Benjamin") { try $0.remove(added.id) }
    try await fixture.write(label: "Restored Benjamin") { try $0.restore(added.id) }

    #expect(try await undo(fixture).label == "Restored Benjamin")
    #expect(try await state().names == ["Eva"])
    #expect(try await undo(fixture).label == "Removed Benjamin")
    #expect(try await state().names == ["Benjamin", "Eva"])
    #expect(try await undo(fixture).label == "Changed Benjamin")
    #expect(try await state() == (["Ben", "Eva"], "Ben"))
    let step = try await undo(fixture)
    #expect(step.label == "Added Ben" && step.children == [added.id])
    #expect(try await state() == (["Eva"], "Eva"))
    #expect(try await redo(fixture).label == "Added Ben")
    #expect(try await state() == (["Ben", "Eva"], "Ben"))
    #expect(try await redo(fixture).label == "Changed Benjamin")
    #expect(try await state().names == ["Benjamin", "Eva"])
    try fixture.verifyIntegrity()
  }

  @Test("a child with another person's entries is not removed")
  func childWithEntries() async throws {
    let fixture = try await Fixture()
    var ben = fixture.eva
    ben.id = fixture.ids.next(at: noon)
    let added = ben
    try await fixture.write(label: "Added Ben") { try $0.insert(added) }
    var theirs = fixture.entry()
    theirs.childID = added.id
    let entry = theirs
    try await fixture.write(uid: Fixture.other) { try $0.insert(entry) }
    await #expect(throws: BabyError.undoConflict(step: 2, label: "Added Ben")) { try await undo(fixture) }
    #expect(try await fixture.store.read { try $0.child(added.id)?.removedAt } == nil)
  }

  @Test("a reminder that was added, changed, removed, snoozed or dismissed; not that it was sent")
  func reminders() async throws {
    let fixture = try await Fixture()
    let child = fixture.eva.id
    let vitaminD = CustomReminder(
      id: fixture.ids.next(at: noon), childID: child, name: "Vitamin D", schedule: .every(.hours(8)), since: noon)
    var often = vitaminD
    often.schedule = .every(.hours(4))
    let changed = often
    let rule = ReminderRule.custom(changed)
    let told = ReminderMark(id: "x", due: noon, toldAt: noon)
    var snoozed = told
    snoozed.snoozedUntil = noon + .hours(1)
    let mark = snoozed
    func state() async throws -> ([CustomReminder], ReminderMark?) {
      try await fixture.store.read {
        (try $0.customReminders(child: child), try $0.reminderMarks(child: child)[rule.key])
      }
    }
    try await fixture.write(label: "added") { try $0.set(vitaminD) }
    try await fixture.write(label: "changed") { try $0.set(changed) }
    try await fixture.write(uid: 0) { try $0.mark(rule, of: child, told, as: .insert) }
    try await fixture.write(label: "snoozed") { try $0.mark(rule, of: child, mark, as: .update) }
    try await fixture.write(label: "removed") { try $0.remove(changed) }

    #expect(try await undo(fixture).label == "removed")
    #expect(try await state() == ([changed], mark))
    #expect(try await undo(fixture).label == "snoozed")
    #expect(try await state() == ([changed], told))
    #expect(try await undo(fixture).label == "changed")
    #expect(try await state() == ([vitaminD], nil))
    #expect(try await undo(fixture).label == "added")
    #expect(try await state() == ([], nil))
    for expected in [[vitaminD], [changed], [changed], []] {
      _ = try await redo(fixture)
      #expect(try await state().0 == expected)
    }
  }

  @Test("the journal names each step, its children and its entries")
  func journal() async throws {
    let fixture = try await Fixture()
    let (one, two) = (fixture.entry(), fixture.entry())
    try await fixture.write(label: "Logged") { try $0.insert(one) }
    try await fixture.write(label: "Imported") {
      try $0.insert(two)
      _ = try $0.delete(one.id)
    }
    try await fixture.write(uid: Fixture.other, label: "theirs") { try $0.setSetting("units", "oz", child: nil) }
    try await fixture.write(label: "units is now ml") { try $0.setSetting("units", "ml", child: nil) }
    _ = try await undo(fixture)
    let steps = try await fixture.store.read { try $0.journal(uid: Fixture.me, limit: 10) }
    #expect(steps.map(\.label) == ["units is now ml", "Imported", "Logged"])
    #expect(steps.map(\.state) == [.undone, .done, .done])
    #expect(steps.map(\.entryCount) == [0, 2, 1])
    #expect(steps.map(\.children) == [[], [fixture.eva.id], [fixture.eva.id]])
    #expect(steps[2].entry == one.id)
    #expect(try await fixture.store.read { try $0.journal(uid: Fixture.me, limit: 1) }.count == 1)
  }

  @Test("a purged child has no undo, and what is kept of it is deleted")
  func purged() async throws {
    let fixture = try await Fixture()
    let child = fixture.eva.id
    let entry = fixture.entry()
    try await fixture.write(label: "units is now oz") { try $0.setSetting("units", "oz", child: nil) }
    try await fixture.write(label: "Eva's") { try $0.setSetting("units", "ml", child: child) }
    try await fixture.write(label: "Logged") { try $0.insert(entry) }
    let removed = try await fixture.write(label: "Removed") { try $0.remove(child) }
    try await fixture.write { try $0.purge(removed) }
    let step = try await undo(fixture)
    #expect(step.label == "units is now oz")
    #expect(step.later == .final)
    try fixture.verifyIntegrity()
  }
}

@Suite("Undo of a change that is not the last")
struct UndoNamedTests {
  private func undo(_ fixture: Fixture, _ reference: StepReference? = nil) async throws -> UndoneStep {
    try await fixture.write { try $0.undo(uid: Fixture.me, reference) }
  }

  @Test("names an entry, and reports later changes that stay")
  func entry() async throws {
    let fixture = try await Fixture()
    let (first, second) = (fixture.entry(), fixture.entry())
    try await fixture.write(label: "first") { try $0.insert(first) }
    var edited = first
    edited.note = "edited"
    let note = edited
    try await fixture.write(label: "edited") { try $0.update(note) }
    try await fixture.write(label: "second") { try $0.insert(second) }
    var step = try await undo(fixture, .entry(first.id))
    #expect(step.label == "edited" && step.later == .step(label: "second"))
    step = try await undo(fixture, .step(StepID(seq: 2)))
    #expect(step.label == "first")
    await #expect(throws: BabyError.nothingToUndo) { try await undo(fixture, .entry(first.id)) }
    step = try await undo(fixture)
    #expect(step.label == "second" && step.later == nil)
    // Done again in the order in which they were undone.
    var labels: [String] = []
    for _ in 0..<3 { labels.append(try await fixture.write { try $0.redo(uid: Fixture.me) }.label) }
    #expect(labels == ["second", "first", "edited"])
  }

  @Test("cannot name another caller's step")
  func anothers() async throws {
    let fixture = try await Fixture()
    let entry = fixture.entry()
    try await fixture.write(uid: Fixture.other) { try $0.insert(entry) }
    await #expect(throws: BabyError.nothingToUndo) { try await undo(fixture, .entry(entry.id)) }
    await #expect(throws: BabyError.nothingToUndo) { try await undo(fixture, .step(StepID(seq: 2))) }
  }

  @Test("skips a step that another person has changed, once that was reported, and undoes it when it is named")
  func skipped() async throws {
    let fixture = try await Fixture()
    let (first, second) = (fixture.entry(), fixture.entry())
    var edited = second
    edited.note = "theirs"
    let theirs = edited
    try await fixture.write(label: "first") { try $0.insert(first) }
    try await fixture.write(label: "second") { try $0.insert(second) }
    try await fixture.write(uid: Fixture.other) { try $0.update(theirs) }
    let conflict = BabyError.undoConflict(step: 3, label: "second")
    await #expect(throws: conflict) { try await undo(fixture) }
    try await fixture.write { try $0.skip(StepID(seq: 3), uid: Fixture.me) }
    let step = try await undo(fixture)
    #expect(step.label == "first" && step.later == .step(label: "second"))
    #expect(
      try await fixture.store.read { try $0.journal(uid: Fixture.me, limit: 9) }.map(\.state) == [.skipped, .undone])
    await #expect(throws: BabyError.nothingToUndo) { try await undo(fixture) }
    await #expect(throws: conflict) { try await undo(fixture, .entry(second.id)) }
    try await fixture.write(uid: Fixture.other) { try $0.undo(uid: Fixture.other) }
    #expect(try await undo(fixture, .entry(second.id)).label == "second")
  }
}
