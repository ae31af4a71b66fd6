public import BabyModel
public import BabyProtocol

/// What somebody says of a child, and what their phone has changed that the server does not know yet.
@WireMembers("SaidPhrase")
public struct SaidPhrase: WireObject {
  /// What was said, in plain words: "bottle 4oz yesterday at 3pm".
  @Wire(longest: WireLimit.note) public var text: String
  /// Entries that were changed on the phone and are still on their way: its timers and doses count as they are there.
  public var unsent: [UnsentEntry]?

  /// How many entries can be on their way: more than one phone has of what a sentence is about.
  private static let mostUnsent = 100

  public func checkMembers() throws(WireError) {
    guard unsent?.count ?? 0 <= Self.mostUnsent else {
      throw WireError(path: "unsent", message: "must have at most \(Self.mostUnsent) elements")
    }
  }
}

/// An entry as it is on a phone.
@WireMembers("UnsentEntry")
public struct UnsentEntry: WireObject {
  /// UUID of the entry.
  public var id: EntryID
  /// True if it is deleted there.
  public var isDeleted: Bool = false
  @Flattened public var draft: EntryDraft

  public static var sample: UnsentEntry { UnsentEntry(id: .sample, draft: .sample) }

  /// - Parameter now: when it counts as logged.
  public func entry(at now: Instant) -> Entry {
    Entry(
      id: id, childID: draft.childID, content: draft.content, start: draft.start, end: draft.end,
      endUnknown: draft.endUnknown, note: draft.note, createdAt: now, updatedAt: now, deletedAt: isDeleted ? now : nil)
  }
}

/// What is to be done with the log, once somebody is sure. The server has written nothing.
@WireMembers("UnderstoodPhrase")
public struct UnderstoodPhrase: WireObject {
  /// What becomes of the entry.
  public var does: PhraseDeed
  /// Whom it is about: a child that was named goes before the one in the path.
  public var child: ChildReference
  /// The entry that runs, of which something becomes; left out for a new one.
  public var entryID: EntryID?
  /// The entry as it is to be; one that is to be removed as it is.
  public var entry: EntryDraft
  /// What to ask about before anything is done, in sentences for a person; left out if there is nothing.
  public var warnings: [String]?
}

/// What becomes of an entry.
public enum PhraseDeed: String, WireWord {
  /// It is new.
  case log
  case change
  case remove
}
