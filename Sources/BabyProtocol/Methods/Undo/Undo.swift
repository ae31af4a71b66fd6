public import BabyModel

/// Takes back the caller's last change that is not undone, or the one that is named.
public enum Undo: WriteMethod {
  public static let name = "undo"
  public static let summary = "Undoes the caller's last change that is not undone yet, or the one named."
  public static let access = MethodAccess.everybody

  public struct Params: WriteParams {
    public var id: String?
    public var options: WriteOptions

    public init(id: String? = nil, options: WriteOptions = .init()) {
      self.id = id
      self.options = options
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      id = try members.optional(
        "id",
        "The change: its id from undo.list or a banner, or an entry, to undo its last change, by its UUID or the last 4 "
          + "or more characters; default: the last change.")
      options = try WriteOptions(reading: &members)
    }

    public func write(to members: inout ObjectWriter) {
      members.field("id", id)
      options.write(to: &members)
    }
  }

  public struct Answer: WireObject {
    /// What was done in words: "Undid: Logged left breast".
    public var message: String
    /// What was undone: "Logged left breast".
    public var label: String
    /// The children that it is about.
    public var children: [ChildReference]
    public var entries: [EntryRecord]
    /// How many entries changed; `entries` holds the first 100 of them.
    public var count: Int
    /// Id of the change: `step.17`.
    public var step: String
    /// What the caller has done since and stays, in words; nil when it was the caller's last change.
    public var later: String?
    public var timeFormat: TimeFormat
    public var seq: Int
    public var isDryRun: Bool

    public init(
      message: String, label: String, children: [ChildReference], entries: [EntryRecord], count: Int, step: String,
      later: String? = nil, timeFormat: TimeFormat, seq: Int, isDryRun: Bool
    ) {
      self.message = message
      self.label = label
      self.children = children
      self.entries = entries
      self.count = count
      self.step = step
      self.later = later
      self.timeFormat = timeFormat
      self.seq = seq
      self.isDryRun = isDryRun
    }

    public init(reading members: inout ObjectReader) throws(WireError) {
      message = try members.required("message", "What was done, in words.")
      label = try members.required("label", "What was undone or redone, in words.")
      children = try members.required("children", "The children it is about.")
      entries = try members.required("entries", "The entries that changed, as they are now; at most 100.")
      count = try members.required("count", "How many entries changed.")
      step = try members.required("step", "Id of the change.")
      later = try members.optional(
        "later", "Later changes by the caller that stay, in words; left out if it was the caller's last change.")
      timeFormat = try members.required("timeFormat", "How to write clock times.")
      seq = try members.required("seq", "Number of the database's last change.")
      isDryRun = try members.flag("dryRun", "True when nothing was changed.")
    }

    public func write(to members: inout ObjectWriter) {
      members.field("message", message)
      members.field("label", label)
      members.field("children", children)
      members.field("entries", entries)
      members.field("count", count)
      members.field("step", step)
      members.field("later", later)
      members.field("timeFormat", timeFormat)
      members.field("seq", seq)
      members.flag("dryRun", isDryRun)
    }
  }
}
