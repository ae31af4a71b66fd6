public import BabyModel
public import BabyProtocol

/// A phrase about a child, and the changes on the phone that the server does not have yet.
@WireMembers("PhraseRequest")
public struct PhraseRequest: WireObject {
  /// The typed or dictated phrase: "bottle 4oz yesterday at 3pm".
  @Wire(longest: WireLimit.note) public var text: String
  /// Entries that were changed on the phone and not sent yet: timers and doses count as they are there.
  public var unsent: [UnsentEntry]?

  /// More entries than one phone can have pending for a phrase.
  package static let mostUnsent = 100

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

/// The action for the caller, once any warnings are confirmed. The server has written nothing.
@WireMembers("PhraseAnswer")
public struct PhraseAnswer: WireObject {
  /// The action on the entry.
  public var does: PhraseAction
  /// The child: the one that the phrase names, otherwise the one in the path.
  public var child: ChildReference
  /// UUID of the running entry that is changed or removed; left out for a new one.
  public var entryID: EntryID?
  /// The new entry; for a removal, the current one.
  public var entry: EntryDraft
  /// Sentences to confirm before the action; left out if there are none.
  public var warnings: [String]?
}

/// An action on an entry.
public enum PhraseAction: String, WireEnum {
  /// It is new.
  case log
  case change
  case remove
}
