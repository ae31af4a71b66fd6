import BabyModel
import BabyStore
import TestSupport
import Testing

/// What the store should do, in memory: each uid's steps hold the entries' states before and after.
private struct Model {
  struct Step {
    var before: [EntryID: Entry?]
    var after: [EntryID: Entry?]
  }

  /// What is not deleted.
  var entries: [EntryID: Entry] = [:]
  var done: [UInt32: [Step]] = [:]
  var undone: [UInt32: [Step]] = [:]

  mutating func apply(_ changes: [(EntryID, Entry?)], uid: UInt32) {
    var step = Step(before: [:], after: [:])
    for (id, entry) in changes {
      if step.before[id] == nil { step.before[id] = .some(entries[id]) }
      step.after[id] = .some(entry)
      entries[id] = entry
    }
    done[uid, default: []].append(step)
    undone[uid] = []
  }

  mutating func undo(uid: UInt32) {
    guard let step = done[uid]?.popLast() else { return }
    for (id, entry) in step.before { entries[id] = entry }
    undone[uid, default: []].append(step)
  }

  mutating func redo(uid: UInt32) {
    guard let step = undone[uid]?.popLast() else { return }
    for (id, entry) in step.after { entries[id] = entry }
    done[uid, default: []].append(step)
  }
}

@Suite("Undo against a plain model")
struct UndoPropertyTests {
  @Test("any sequence of changes, undos and redos leaves the same entries", arguments: 1...16 as ClosedRange<UInt64>)
  func sameEntries(seed: UInt64) async throws {
    let fixture = try await Fixture()
    let random = SeededRandom(seed: seed)
    var model = Model()
    // Each uid has entries of its own, so that there are no conflicts to foresee; their steps interleave.
    var owned: [UInt32: [EntryID]] = [:]
    for second in 0..<120 {
      let uid = [Fixture.me, Fixture.other][random.below(2)]
      let now = noon + .seconds(second)
      switch random.below(10) {
      case 0, 1, 2:
        let undone = try await outcome { try await fixture.write(uid: uid, at: now) { try $0.undo(uid: uid) } }
        #expect(undone == !(model.done[uid] ?? []).isEmpty)
        model.undo(uid: uid)
      case 3, 4:
        let redone = try await outcome { try await fixture.write(uid: uid, at: now) { try $0.redo(uid: uid) } }
        #expect(redone == !(model.undone[uid] ?? []).isEmpty)
        model.redo(uid: uid)
      default:
        var changes: [(EntryID, Entry?)] = []
        var state = model.entries
        for _ in 0...random.below(3) {
          let live = (owned[uid] ?? []).filter { state[$0] != nil }
          if live.isEmpty || random.below(3) == 0 {
            let entry = fixture.entry(at: now)
            owned[uid, default: []].append(entry.id)
            changes.append((entry.id, entry))
            state[entry.id] = entry
          } else {
            let id = live[random.below(live.count)]
            var entry = state[id]
            entry?.note = "edit \(random.below(1000))"
            if random.below(3) == 0 { entry = nil }
            changes.append((id, entry))
            state[id] = entry
          }
        }
        let (before, steps) = (model.entries, changes)
        try await fixture.write(uid: uid, at: now) { transaction in
          var known = Set(before.keys)
          for (id, entry) in steps {
            if let entry {
              if known.insert(id).inserted { try transaction.insert(entry) } else { try transaction.update(entry) }
            } else {
              try transaction.delete(id)
            }
          }
        }
        model.apply(changes, uid: uid)
      }
      let stored = try await fixture.store.read { try $0.entries(EntryQuery(child: fixture.eva.id)).entries }
      #expect(
        stored.map(Self.content).sorted { $0.id < $1.id }
          == model.entries.values.sorted { $0.id < $1.id }.map(Self.content))
    }
    #expect(fixture.committed.seqs == Array(1...Int64(fixture.committed.seqs.count)))
    try fixture.verifyIntegrity()
  }

  /// Whether there was anything to take back.
  private func outcome(_ body: () async throws -> UndoneStep) async throws -> Bool {
    do {
      _ = try await body()
      return true
    } catch BabyError.nothingToUndo, BabyError.nothingToRedo {
      return false
    }
  }

  /// When a change was made is not part of what undo brings back.
  private static func content(_ entry: Entry) -> Entry {
    var entry = entry
    entry.updatedAt = noon
    return entry
  }
}
