public import BabyModel
public import BabyStore

/// What was taken over from the database without an account.
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

  /// How many entries of another database are not in this one, deleted or not: what there is to upload.
  public func entriesNotHere(of local: Store) async throws -> Int {
    var count = 0
    try await forEachBatch(of: local) { entries in
      count += try await store.read { [ids = entries.map(\.id)] in try $0.missing(ids).count }
    }
    return count
  }

  /// Takes children and entries of another database over, to be sent like changes of the caller's. Undo takes back what
  /// one call has taken over. Doing it again doubles nothing.
  ///
  /// The account's own have to be here before, so that children can be mapped to them.
  /// - Parameters:
  ///   - mapping: children of the other database by the account's children that take their entries. One that is not in
  ///     it is made anew, under its own id.
  ///   - only: one child of the other database; nil for all of them.
  /// - Throws: `BabyError.childReadOnly`, `.childNotFound`. Then a part may have been taken over.
  public func adopt(
    _ local: Store, into mapping: [ChildID: ChildID] = [:], only: ChildID? = nil, by caller: Caller,
    isDryRun: Bool = false
  ) async throws -> AdoptionOutcome {
    var outcome = AdoptionOutcome()
    let context = WriteContext(uid: caller.uid, client: caller.client, at: now(), dryRun: isDryRun)
    let children = try await local.read { try $0.children(includingRemoved: true) }
      .filter { (only == nil || $0.id == only) && mapping[$0.id] == nil }
    var step: StepID?
    (outcome.children, step) = try await store.write(context) { transaction in
      let added = try children.count { child in
        guard try transaction.read.child(child.id) == nil else { return false }
        try transaction.insert(child)
        return true
      }
      if added > 0 { try transaction.label(Words.uploaded(entries: 0, children: added)) }
      return (added, transaction.step)
    }
    try await forEachBatch(of: local) { entries in
      let (added, continued) = try await store.write(context) { [step, newChildren = isDryRun ? children : []] in
        // A dry run has made no children.
        for child in newChildren where try $0.read.child(child.id) == nil { try $0.insert(child) }
        try $0.label(Words.uploaded(entries: entries.count, children: 0), continuing: step)
        let added = try $0.adopt(entries, into: mapping, only: only)
        return (added, $0.step)
      }
      step = continued
      outcome.entries += added
    }
    return outcome
  }

  private func forEachBatch(of local: Store, _ body: ([Entry]) async throws -> Void) async throws {
    var last: EntryID?
    while case let entries = try await local.read({ [last] in try $0.allEntries(after: last, limit: Self.batch) }),
      let end = entries.last
    {
      try await body(entries.filter { $0.deletedAt == nil })
      last = end.id
    }
  }
}

extension WriteTransaction {
  /// - Returns: how many are new.
  fileprivate func adopt(_ entries: [Entry], into mapping: [ChildID: ChildID], only: ChildID?) throws -> Int {
    try entries.count { entry in
      guard only == nil || entry.childID == only else { return false }
      var entry = entry
      entry.childID = mapping[entry.childID] ?? entry.childID
      // Beside one that runs in the account already it can only be over; when, nobody has recorded.
      if entry.isRunning, try read.running(entry.kind, child: entry.childID) != nil { entry.endUnknown = true }
      return try insertIfAbsent(entry)
    }
  }
}
