/// Something about syncing that a person may want to know, or has to decide.
public struct InboxItem: Hashable, Sendable, Identifiable {
  /// How long items are kept.
  public static let lifetime: Duration = .hours(30 * 24)

  public enum Kind: String, CaseIterable, Sendable {
    /// A change reached the server after all.
    case sent
    /// A change did not.
    case failed
    /// Another person's version is shown; this one can be reapplied.
    case conflict
    /// Another caregiver has logged something.
    case remote
    /// Something came that this version cannot read.
    case unknown
  }

  public var id: Int64
  public var kind: Kind
  public var at: Instant
  public var entryID: EntryID?
  public var childID: ChildID?
  /// The text for people.
  public var text: String
  /// Of a conflict: the version that is not shown.
  public var version: Entry?
  public var isDismissed: Bool

  public init(
    id: Int64, kind: Kind, at: Instant, entryID: EntryID?, childID: ChildID?, text: String, version: Entry? = nil,
    isDismissed: Bool = false
  ) {
    self.id = id
    self.kind = kind
    self.at = at
    self.entryID = entryID
    self.childID = childID
    self.text = text
    self.version = version
    self.isDismissed = isDismissed
  }
}
