import BabyImport
import BabyModel
import BabyStore
import Synchronization

extension Engine {
  /// Merges a batch of rows into the log, in one transaction: new entries, and entries that have changed in the file
  /// since the last import but not here. Entries that were changed or deleted here stay, and duplicates from other
  /// sources are left out. All batches of a run are one step to undo.
  ///
  /// - Parameters:
  ///   - rows: in the file's order, about a thousand at most; each entry is valid for its child.
  ///   - source: the name of the files' format: `huckleberry-csv`.
  ///   - prepare: what has to be in the log before them, such as children that a file brings.
  /// - Throws: as `WriteTransaction.insert`. The run is over then.
  func merge(
    _ rows: [ImportedRow], from source: String, in run: ImportRun, by caller: Caller,
    prepare: @escaping @Sendable (WriteTransaction) throws -> Void = { _ in }
  ) async throws -> MergedRows {
    let context = WriteContext(uid: caller.uid, client: caller.client, at: now(), dryRun: run.isDryRun)
    return try await store.write(context) { transaction in
      try transaction.expectManyRows()
      let step = run.state.withLock { $0.step }
      try transaction.label("Imported entries", continuing: step)
      try prepare(transaction)
      var merged = try run.state.withLock { state in
        var merge = BatchMerge(transaction, run, source: source, state: state)
        // Avoids a second copy of the state.
        state = ImportRun.State()
        defer { state = merge.state }
        return try merge.merge(rows)
      }
      if !run.isDryRun {
        run.state.withLock { $0.step = transaction.step ?? $0.step }
        merged.step = transaction.step
      }
      return merged
    }
  }
}

/// One batch of rows on its way into the log.
private struct BatchMerge {
  /// The maximum number of entries that are searched for duplicates of a batch: weeks of a busy log.
  private static let mostCandidates = 10_000
  /// Periods of the log with a shorter gap than this are read together, including the gap.
  private static let bridge: Duration = .hours(2)

  let transaction: WriteTransaction
  let run: ImportRun
  let source: String
  var state: ImportRun.State
  var merged = MergedRows()

  init(_ transaction: WriteTransaction, _ run: ImportRun, source: String, state: ImportRun.State) {
    self.transaction = transaction
    self.run = run
    self.source = source
    self.state = state
  }

  private var isOwn: Bool { ImportFormat(rawValue: source)?.isOwn ?? false }

  mutating func merge(_ rows: [ImportedRow]) throws -> MergedRows {
    let digests = rows.map(\.entry.contentDigest)
    var known: [Int: KnownEntry] = [:]
    // A repeated row gets the result of its first occurrence.
    var (firsts, repeats): (Set<EntryID>, Set<Int>) = ([], [])
    var new: [Entry] = []
    for (place, row) in rows.enumerated() {
      if !firsts.insert(row.entry.id).inserted {
        repeats.insert(place)
      } else if let entry = try knownEntry(row) {
        known[place] = entry
      } else {
        new.append(row.entry)
      }
    }
    let partners = run.keepsSimilar ? [:] : try partners(of: new)
    for (place, row) in rows.enumerated() {
      if let partner = partners[row.entry.id] {
        let isListed = merged.similar.count < MergedRows.listLimit
        merged.addSimilar(SimilarRow(row, entry: partner, isListed ? try transaction.read.storedEntry(partner) : nil))
      } else if let entry = try repeats.contains(place) ? knownEntry(row) : known[place] {
        try apply(row, digests[place], to: entry)
      } else {
        try add(row, digests[place])
      }
    }
    return merged
  }

  /// The entry that the row is already, under its id or a former one.
  private mutating func knownEntry(_ row: ImportedRow) throws -> KnownEntry? {
    for id in [row.entry.id] + row.formerIDs {
      if let digest = state.rehearsed[id] { return KnownEntry(rehearsed: id, digest) }
      guard let stored = try transaction.read.storedEntry(id) else { continue }
      // Entries from this format are never duplicates of its rows.
      if stored.origin?.format != source || stored.origin?.digest == nil { state.claim(id, by: row.entry.id) }
      return KnownEntry(stored, isUndone: run.undone.contains(id))
    }
    return nil
  }

  private func origin(_ digest: ContentDigest) -> EntryOrigin {
    EntryOrigin(format: source, importedAt: transaction.context.at, digest: digest)
  }

  private mutating func add(_ row: ImportedRow, _ digest: ContentDigest) throws {
    guard try transaction.insertIfAbsent(row.entry, from: origin(digest)) else { return merged.unchanged += 1 }
    merged.added += 1
    if run.isDryRun {
      let traits = run.hasSeveralSources ? EntryTraits(row.entry, source: source) : nil
      state.rehearse(row.entry.id, digest, traits, of: row.entry.childID)
    }
  }

  private mutating func apply(_ row: ImportedRow, _ digest: ContentDigest, to known: KnownEntry) throws {
    let outcome = RowOutcome(row: digest, of: row.entry.kind, onto: known, isOwn: isOwn)
    switch outcome {
    case .unchanged: merged.unchanged += 1
    case .update: merged.updated += 1
    case .restore: merged.added += 1
    case .editedHere: merged.addEditedHere(row.place)
    }
    let isRehearsed = state.rehearsed[known.id] != nil
    if run.isDryRun, outcome != .editedHere, outcome != .unchanged(notesOrigin: false) {
      state.rehearse(known.id, digest, nil, of: row.entry.childID)
    }
    // A rehearsal rolls its batches back, so earlier ones are not in the log.
    if !isRehearsed { try store(row.entry, digest, as: outcome, at: known.id) }
  }

  private func store(_ entry: Entry, _ digest: ContentDigest, as outcome: RowOutcome, at id: EntryID) throws {
    switch outcome {
    case .unchanged(notesOrigin: false), .editedHere: return
    case .unchanged(notesOrigin: true): return try transaction.setOrigin(origin(digest), of: id)
    case .update: break
    case .restore(let changes):
      try transaction.restore(id)
      if !changes { return try transaction.setOrigin(origin(digest), of: id) }
    }
    var entry = entry
    entry.id = id
    // The server may know the author, even if the file does not contain it.
    if entry.author == nil { entry.author = try transaction.read.entry(id)?.author }
    try transaction.update(entry, from: origin(digest))
  }

  // MARK: What is like it

  /// The entries that rows are probably already, as they came from elsewhere, by the ids of the rows.
  ///
  /// - Parameter new: of rows that are not in the log.
  private mutating func partners(of new: [Entry]) throws -> [EntryID: EntryID] {
    var partners: [EntryID: EntryID] = [:]
    for (child, entries) in Dictionary(grouping: new, by: \.childID) {
      let wanted = entries.map { EntryTraits($0, source: source) }
      let there = try entriesOfLog(near: wanted, of: child)
      var found = there.partners(of: wanted, child: child, taken: &state.partners)
      if !state.rehearsedEntries.isEmpty {
        let rest = wanted.indices.filter { found[$0] == nil }
        let also = state.rehearsedEntries.partners(of: rest.map { wanted[$0] }, child: child, taken: &state.partners)
        for (place, entry) in also { found[rest[place]] = entry }
      }
      for (place, entry) in found { partners[wanted[place].id] = entry }
    }
    return partners
  }

  /// Reads the stretches of the log in which something can be like the rows, as few as there are.
  private func entriesOfLog(near wanted: [EntryTraits], of child: ChildID) throws -> SimilarEntries {
    var stretches: [ClosedRange<Instant>] = []
    for reach in wanted.map(\.reach).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = stretches.last, reach.lowerBound <= last.upperBound + Self.bridge {
        stretches[stretches.count - 1] = last.lowerBound...max(last.upperBound, reach.upperBound)
      } else {
        stretches.append(reach)
      }
    }
    var entries = SimilarEntries()
    var room = Self.mostCandidates
    for stretch in stretches where room > 0 {
      let there = try transaction.read.storedEntries(child: child, in: stretch, limit: room)
      room -= there.count
      for stored in there {
        let source = stored.origin?.digest == nil ? nil : stored.origin?.format
        entries.add(EntryTraits(stored.entry, source: source), of: child)
      }
    }
    return entries
  }
}

/// State shared by the batches of one import, from its first row to its last; a rehearsal and the import itself have
/// separate ones.
///
/// It takes at most some 25 MB, with the most that it remembers.
final class ImportRun: Sendable {
  /// Entries that are remembered by their ids. With more of them, rows that come twice may be counted twice.
  fileprivate static let mostRemembered = 250_000

  struct State {
    var step: StepID?
    /// Entries of the log that have a partner among the rows, with its id.
    var partners: [EntryID: EntryID] = [:]
    /// What a dry run would have stored, by id: each of its batches is rolled back.
    var rehearsed: [EntryID: ContentDigest] = [:]
    /// The same where rows of another app may be like it.
    var rehearsedEntries = SimilarEntries()
  }

  let keepsSimilar: Bool
  let isDryRun: Bool
  let undone: Set<EntryID>
  /// Whether rows of one app can be duplicates of another's.
  let hasSeveralSources: Bool
  let state = Mutex(State())

  /// - Parameters:
  ///   - sources: the formats of all files of the import.
  ///   - keepsSimilar: whether to keep rows that are duplicates of entries from other sources.
  ///   - undone: see `ReadTransaction.undoneEntries`, as of the beginning.
  init(sources: Set<String>, keepsSimilar: Bool, isDryRun: Bool, undone: Set<EntryID>) {
    self.keepsSimilar = keepsSimilar
    self.isDryRun = isDryRun
    self.undone = undone
    hasSeveralSources = sources.count > 1
  }
}

extension ImportRun.State {
  /// Records an entry that a rehearsal would have stored.
  ///
  /// - Parameter traits: of an entry that is new; nil if rows of another app cannot be like it.
  mutating func rehearse(_ id: EntryID, _ digest: ContentDigest, _ traits: EntryTraits?, of child: ChildID) {
    guard rehearsed.count < ImportRun.mostRemembered else { return }
    let isNew = rehearsed.updateValue(digest, forKey: id) == nil
    if isNew, let traits { rehearsedEntries.add(traits, of: child) }
  }

  /// Notes that an entry of the log has its row, so that no other row is taken for it.
  mutating func claim(_ entry: EntryID, by row: EntryID) {
    if partners.count < ImportRun.mostRemembered { partners[entry] = row }
  }
}

extension WriteTransaction {
  /// Adds what is missing. Existing settings stay as they are.
  ///
  /// - Throws: `BabyError.childNameTaken` for another child of the same name.
  func add(_ archive: Archive) throws {
    for child in archive.children where try read.child(child.id) == nil {
      let isTaken = try child.removedAt == nil && read.children().contains { $0.name.isSameName(as: child.name) }
      if isTaken { throw BabyError.childNameTaken(child.name) }
      try insert(child)
    }
    for setting in archive.settings where try read.settings(child: setting.childID)[setting.key] == nil {
      try setSetting(setting.key, setting.value, child: setting.childID)
    }
    for reminder in archive.reminders {
      let existing = try read.customReminders(child: reminder.childID)
      if !existing.contains(where: { $0.id == reminder.id || $0.name.isSameName(as: reminder.name) }) {
        try set(reminder)
      }
    }
  }
}
