public import BabyModel

/// What was done or went wrong, as a banner says it.
///
/// Success is shown for 10 seconds, a warning for 4, an error until it is resolved (BabyBasics, feedback banner). A later
/// record of the same id takes the place of the one before: an error becomes "Retrying…" and then "Saved".
public struct BannerRecord: Hashable, WireObject {
  public static var schemaName: String? { "Banner" }

  public var id: String
  public var severity: Severity
  public var text: String
  /// Left out for an error, which is shown until an event with its id says that it is resolved.
  public var lifetimeSeconds: Int?
  public var action: Action?
  public var entryID: EntryID?
  public var child: ChildReference?
  /// Name of the client that made the change.
  public var client: String?
  public var isResolved: Bool

  public enum Severity: String, WireWord {
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

  /// What the banner's button does.
  public enum Action: String, WireWord {
    /// Calls `undo`.
    case undo
    /// Calls `queue.retry` for the entry; without an entry, for all that have failed.
    case retry
  }

  /// - Parameter lifetimeSeconds: nil for the severity's own.
  public init(
    id: String, severity: Severity, text: String, lifetimeSeconds: Int? = nil, action: Action? = nil,
    entryID: EntryID? = nil, child: ChildReference? = nil, client: String? = nil, isResolved: Bool = false
  ) {
    self.id = id
    self.severity = severity
    self.text = text
    self.lifetimeSeconds = lifetimeSeconds ?? severity.lifetimeSeconds
    self.action = action
    self.entryID = entryID
    self.child = child
    self.client = client
    self.isResolved = isResolved
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    id = try members.required("id", "The same from when an error appears until it is resolved.")
    severity = try members.required("severity", "How bad it is.")
    text = try members.required("text", "What to show.")
    lifetimeSeconds = try members.optional(
      "lifetimeSeconds", in: 0...86_400, "How long to show it; default: until it is resolved.")
    action = try members.optional("action", "What the banner's button does.")
    entryID = try members.optional("entryId", "UUID of the entry it is about.")
    child = try members.optional("child", "The child it is about.")
    client = try members.optional("client", "Name of the client that made the change.")
    isResolved = try members.flag("resolved", "True when the error with this id is resolved.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("id", id)
    members.field("severity", severity)
    members.field("text", text)
    members.field("lifetimeSeconds", lifetimeSeconds)
    members.field("action", action)
    members.field("entryId", entryID)
    members.field("child", child)
    members.field("client", client)
    members.flag("resolved", isResolved)
  }
}
