public import BabyModel

/// The result of an action or an error, as a banner.
///
/// Success is shown for 10 seconds, a warning for 4, an error until it is resolved (BabyBasics, feedback banner). A later
/// record of the same id takes the place of the one before: an error becomes "Retrying…" and then "Saved".
@WireMembers("Banner")
public struct BannerRecord: Hashable, WireObject {
  /// The same from when an error appears until it is resolved.
  public var id: String
  /// How bad it is.
  public var severity: Severity
  /// The text to show.
  public var text: String
  /// How long to show it; default: until it is resolved.
  @Wire(in: 0...86_400) public var lifetimeSeconds: Int?
  /// The action of the banner's button.
  public var action: Action?
  /// UUID of the entry it is about.
  public var entryID: EntryID?
  /// Kind of the entry, or of the last of several.
  public var kind: EntryKind?
  /// The child it is about.
  public var child: ChildReference?
  /// Name of the client that made the change.
  public var client: String?
  /// True when the error with this id is resolved.
  public var isResolved: Bool = false

  public enum Severity: String, WireEnum {
    case success, warning, error

    /// Seconds for which a banner of this severity is shown; nil for until it is resolved.
    public var lifetimeSeconds: Int? {
      switch self {
      case .success: 10
      case .warning: 4
      case .error: nil
      }
    }
  }

  /// The action of the banner's button.
  public enum Action: String, WireEnum {
    /// Calls `undo`.
    case undo
    /// Calls `queue.retry` for the entry; without an entry, for all that have failed.
    case retry
  }

  /// - Parameter lifetimeSeconds: nil for the severity's own.
  public init(
    id: String, severity: Severity, text: String, lifetimeSeconds: Int? = nil, action: Action? = nil,
    entryID: EntryID? = nil, kind: EntryKind? = nil, child: ChildReference? = nil, client: String? = nil,
    isResolved: Bool = false
  ) {
    self.id = id
    self.severity = severity
    self.text = text
    self.lifetimeSeconds = lifetimeSeconds ?? severity.lifetimeSeconds
    self.action = action
    self.entryID = entryID
    self.kind = kind
    self.child = child
    self.client = client
    self.isResolved = isResolved
  }
}

/// Errors that are not resolved yet.
@WireMembers
public struct BannerSnapshot: Hashable, WireObject {
  /// Errors that are not resolved yet, oldest first.
  public var unresolved: [BannerRecord]
}
