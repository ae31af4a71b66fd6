import BabyImport
public import BabyModel
public import BabyStore

/// The result of taking over the database without an account.
public struct AdoptionOutcome: Hashable, Sendable {
  /// Children that are new in the account.
  public var children = 0
  /// Entries that are new in the account.
  public var entries = 0

  public init() {}
}

extension Engine {
  /// Entries that are looked at together.
  private static let batch = 500

  /// The number of entries of another database that are not in this one, deleted or not: those to upload, including
  /// those of an upload that was undone. Entries of removed children do not count.
  public func entriesNotHere(of local: Store) async throws -> Int {
    let children = try await local.read { try $0.children() }
    let undone = try await store.read { try $0.undoneEntries() }
    return try await tally(local, of: children, undone: undone).values.reduce(0) { $0 + $1.missing }
  }

  /// The children of another database that are meant.
  ///
  /// - Parameter reference: id or name of one; nil for all that are not removed.
  /// - Throws: as `LogbookReader.child`.
  public func children(_ reference: String?, of local: Store, by caller: Caller) async throws -> [Child] {
    let (zones, now) = (zones, now())
    return try await local.read { transaction in
      guard let reference else { return try transaction.children() }
      return [try LogbookReader(transaction: transaction, zones: zones, caller: caller, now: now).child(reference)]
    }
  }

  /// Finds the local child for each of another database: the given one, otherwise the child itself, or its successor if
  /// its id was taken, otherwise one of the same name and date of birth. A child that is missing here is new.
  ///
  /// - Parameters:
  ///   - target: id or name of the child here that takes them all.
  ///   - account: of this database.
  /// - Throws: as `LogbookReader.child`.
  public func takers(
    of children: [Child], into target: String?, account: UserID, by caller: Caller
  ) async throws -> [ChildID: ChildID] {
    try await read(caller) { book in
      if let target {
        let taker = try book.child(target).id
        return Dictionary(uniqueKeysWithValues: children.map { ($0.id, taker) })
      }
      let known = try book.transaction.children(includingRemoved: true)
        .sorted { $0.removedAt == nil && $1.removedAt != nil }
      return children.reduce(into: [:]) { takers, child in
        let ids = [child.id, Self.id(of: child.id, movedTo: account)]
        let own = known.first { ids.contains($0.id) }
        let same = known.first {
          $0.removedAt == nil && $0.name.lowercased() == child.name.lowercased() && $0.born == child.born
        }
        takers[child.id] = (own?.removedAt == nil ? own ?? same : same ?? own)?.id
      }
    }
  }

  /// The entries of one child of another database.
  private struct Tally {
    var all = 0
    /// Those that are not in this database, deleted or not.
    var missing = 0
  }

  /// - Parameter undone: what an undo took back here counts as missing.
  private func tally(
    _ local: Store, of children: [Child], undone: Set<EntryID>
  ) async throws -> [ChildID: Tally] {
    var tallies = Dictionary(uniqueKeysWithValues: children.map { ($0.id, Tally()) })
    try await forEachBatch(of: local) { stored in
      let entries = stored.map(\.entry)
      let missing = try await store.read { transaction in
        let known = try transaction.children(includingRemoved: true).map(\.id)
        return try entries.filter { entry in
          guard try undone.contains(entry.id) || !transaction.missing([entry.id]).isEmpty else { return false }
          // Each of these takes a hash: they are looked for only where the entry is not here as itself.
          let moved = known.filter { $0 != entry.childID }.map { entry.id(movedTo: $0) }
            .filter { !undone.contains($0) }
          return try transaction.missing(moved).count == moved.count
        }
      }
      for entry in entries { tallies[entry.childID]?.all += 1 }
      for entry in missing { tallies[entry.childID]?.missing += 1 }
    }
    return tallies
  }

  /// Takes over children and entries of another database, to be sent like the caller's own changes, together with the
  /// children's settings, their reminders, and the current child, unless these exist here already. One undo takes back
  /// a whole call. Repeating it duplicates nothing, and brings back what was undone.
  ///
  /// The account's own have to be here before, so that children can be mapped to them.
  /// - Parameters:
  ///   - mapping: children of the other database by the account's children that take their entries. One that is not in
  ///     it is added with its own id. In another child an entry has another id, which cannot be taken.
  ///   - only: children of the other database; nil for all of them. Those that were removed stay where they are.
  /// - Throws: `BabyError.childReadOnly`, `.childNotFound`. Then a part may have been taken over.
  public func adopt(
    _ local: Store, into mapping: [ChildID: ChildID] = [:], only: Set<ChildID>? = nil, by caller: Caller,
    isDryRun: Bool = false
  ) async throws -> AdoptionOutcome {
    let context = WriteContext(uid: caller.uid, client: caller.client, at: now(), dryRun: isDryRun)
    let wanted = try await local.read { try $0.children() }.filter { only?.contains($0.id) ?? true }
    let (undone, undoneChildren) = try await store.read { (try $0.undoneEntries(), try $0.undoneChildren()) }
    let tallies = try await tally(local, of: wanted, undone: undone)
    // A child whose entries are all here, under whichever child, has been taken over before.
    let children = wanted.filter { child in tallies[child.id].map { $0.missing > 0 || $0.all == 0 } ?? false }
    let habits = try await local.read { try Habits($0) }
    let targets = Dictionary(uniqueKeysWithValues: children.map { ($0.id, mapping[$0.id] ?? $0.id) })
    let new = children.filter { targets[$0.id] == $0.id }
    let back = undoneChildren.intersection(targets.values)
    var outcome = AdoptionOutcome()
    var step: StepID?
    (outcome.children, step) = try await store.write(context) { transaction in
      let added = try new.filter { try transaction.insertIfAbsent($0) }.map(\.id)
      for child in back { try transaction.restore(child) }
      for (child, target) in targets where added.contains(child) || tallies[child]?.missing != 0 {
        try transaction.adopt(habits, of: child, as: target)
      }
      try transaction.label(Words.uploaded(entries: 0, children: added.count + back.count))
      return (added.count + back.count, transaction.step)
    }
    try await forEachBatch(of: local) { entries in
      let (added, continued) = try await store.write(context) { [step, done = outcome] transaction in
        // A dry run has made no children.
        if isDryRun { for child in new { try transaction.insertIfAbsent(child) } }
        try transaction.label("", continuing: step)
        let added = try transaction.adopt(entries, into: targets, undone)
        try transaction.label(Words.uploaded(entries: done.entries + added, children: done.children))
        return (added, transaction.step)
      }
      step = continued
      outcome.entries += added
    }
    return outcome
  }

  private func forEachBatch(of local: Store, _ body: ([StoredEntry]) async throws -> Void) async throws {
    var last: EntryID?
    while case let entries = try await local.read({ [last] in try $0.storedEntries(after: last, limit: Self.batch) }),
      let end = entries.last
    {
      try await body(entries.filter { $0.entry.deletedAt == nil })
      last = end.entry.id
    }
  }
}

/// A family's settings and reminders.
private struct Habits: Sendable {
  var settings: [ChildID: [String: String]] = [:]
  var reminders: [ChildID: [CustomReminder]] = [:]
  var marks: [ChildID: [String: ReminderMark]] = [:]
  /// The current child by uid.
  var selections: [UInt32: ChildID]

  init(_ transaction: ReadTransaction) throws {
    selections = try transaction.selections()
    for child in try transaction.children().map(\.id) {
      settings[child] = try transaction.settings(child: child)
      reminders[child] = try transaction.customReminders(child: child)
      marks[child] = try transaction.reminderMarks(child: child)
    }
  }
}

extension WriteTransaction {
  /// - Returns: whether it was added.
  @discardableResult
  fileprivate func insertIfAbsent(_ child: Child) throws -> Bool {
    guard try read.child(child.id) == nil else { return false }
    try insert(child)
    return true
  }

  /// - Parameters:
  ///   - targets: by child of the other database; entries of any other child stay where they are.
  ///   - undone: what an undo took back here: it comes back.
  /// - Returns: how many are new.
  fileprivate func adopt(
    _ entries: [StoredEntry], into targets: [ChildID: ChildID], _ undone: Set<EntryID>
  ) throws -> Int {
    try entries.count { stored in
      var (entry, origin) = (stored.entry, stored.origin)
      guard let target = targets[entry.childID] else { return false }
      if target != entry.childID {
        // An earlier version has left it its id.
        guard try undone.contains(entry.id) || !read.missing([entry.id]).isEmpty else { return false }
        (entry.id, entry.childID) = (entry.id(movedTo: target), target)
        origin?.digest = nil
      }
      // If a timer already runs in the account, this one must have ended, at an unknown time.
      if entry.isRunning, try read.running(entry.timer, child: entry.childID) != nil { entry.endWithUnknownEnd() }
      if undone.contains(entry.id) {
        try restore(entry.id, as: entry)
        return true
      }
      if let origin { return try insertIfAbsent(entry, from: origin) }
      return try insertIfAbsent(entry)
    }
  }

  /// Existing settings here stay.
  fileprivate func adopt(_ habits: Habits, of child: ChildID, as target: ChildID) throws {
    try adopt(habits.settings[child] ?? [:], of: target)
    let known = try read.customReminders(child: target)
    let medicines = (habits.marks[child] ?? [:]).keys.filter { $0.hasPrefix(ReminderRule.medicinePrefix) }
    // The keys of rules, here and there.
    var rules = (ReminderRule.builtIn.map(\.key) + medicines.sorted()).map { (here: $0, there: $0) }
    for reminder in habits.reminders[child] ?? [] where !known.contains(where: { $0.name == reminder.name }) {
      var own = reminder
      if target != child { (own.id, own.childID) = (derivedID(in: target, name: "\(reminder.id)"), target) }
      try set(own)
      rules.append((ReminderRule.custom(own).key, ReminderRule.custom(reminder).key))
    }
    let marks = try read.reminderMarks(child: target)
    for (here, there) in rules where marks[here] == nil {
      if let mark = habits.marks[child]?[there] { try adopt(mark, key: here, of: target) }
    }
    for (uid, selected) in habits.selections where selected == child {
      if try read.selectedChild(uid: uid).map({ $0.removedAt != nil }) ?? true { try select(target, uid: uid) }
    }
  }

  /// - Parameter child: nil for what holds for everything.
  fileprivate func adopt(_ settings: [String: String], of child: ChildID?) throws {
    let known = try read.settings(child: child)
    for (key, value) in settings where known[key] == nil { try setSetting(key, value, child: child) }
  }
}

extension Entry {
  /// Its id where it is another child's.
  fileprivate func id(movedTo child: ChildID) -> EntryID { derivedID(in: child, name: "\(id)") }
}

// MARK: An account's database that is new

extension Store {
  /// Takes over global settings of the previously used database, such as units: the person is the same. A database that
  /// has been in use stays as it is.
  public func adoptSettings(of earlier: Store, at now: Instant) async throws {
    let settings = try await earlier.read { try $0.settings(child: nil) }
    try await write(WriteContext(uid: .max, client: "account", at: now)) { transaction in
      let isNew =
        try transaction.read.syncState().syncedAt == nil && transaction.read.children(includingRemoved: true).isEmpty
      guard isNew else { return }
      // Imported without a timestamp, so that values that the account already has on its server win.
      for (key, value) in settings { try transaction.setSetting(key, value, child: nil, isObserved: true) }
    }
  }
}

// MARK: Ids that are taken

extension Engine {
  /// The id of a child in an account whose server already uses its id for another family's child.
  public static func id(of child: ChildID, movedTo account: UserID) -> ChildID {
    derivedID(in: account, name: "\(child)")
  }

  /// Gives a child that the server rejects because its id is taken a new id, and its entries too. It is sent under the
  /// new id next.
  ///
  /// - Returns: the new id; nil when there is no such child any more.
  @discardableResult
  public func moveTakenChild(_ id: ChildID, to account: UserID) async throws -> ChildID? {
    try await sync { book in
      guard let child = try book.read.child(id) else { return nil }
      let new = Self.id(of: id, movedTo: account)
      try book.transaction.move(child, to: new) { derivedID(in: new, name: "\($0)") }
      return new
    }
  }
}
