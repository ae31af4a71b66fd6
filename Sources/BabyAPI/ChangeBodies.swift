public import BabyModel
public import BabyProtocol

/// The changes for the caller since a position.
@WireMembers
public struct ChangeList: WireObject {
  /// The version of this format. A version with more data about unchanged records increments it: then machines fetch
  /// those once, such as due dates, which are form 2.
  public static let form = 2

  /// For `since` of the next call.
  public var position: String
  /// Whether there is more to fetch.
  public var hasMore: Bool
  /// All children that the caller may now see; any others are gone.
  public var children: [SharedChild]
  /// Entries as they are now, including tombstones, each once.
  public var entries: [SharedEntryRecord]
  /// Current settings, reminders and their state, if the request had a position of them.
  public var settings: [SharedSettingRecord]?
  /// For Babybasics-Settings of the next call.
  public var settingsPosition: String?
  /// UUIDs of the children that are no longer shared with the caller; left out if there are none. A child that is in
  /// neither list was removed for everybody.
  public var ended: [ChildID]?
  /// Children that are missing because an owner removed them for everybody; left out if there are none.
  public var removed: [RemovedChild]?
  /// People who joined, left, were removed or got another role since the position, the earliest first; left out if
  /// there are none.
  public var memberEvents: [MemberEvent]?
  /// The caller's account, as it is called now.
  public var user: User?
}

extension RemotePage {
  /// Reads a page of changes. Unknown data of a newer server in single entries and children does not affect the rest.
  package init(reading json: JSON) throws {
    let frame = try Frame(json: json)
    let read = try frame.entries.map { try ReadEntry($0) }
    self.init(
      position: frame.position, hasMore: frame.hasMore,
      children: try frame.children.map { try RemoteChild(reading: $0) },
      entries: read.compactMap { if case .known(let entry) = $0 { entry } else { nil } },
      unknown: read.compactMap { if case .unknown(let entry) = $0 { entry } else { nil } },
      settings: frame.settingsPosition.map { position in
        // A home that is not known here is a newer version's.
        let settings = (frame.settings ?? []).compactMap { try? SharedSettingRecord(json: $0).setting }
        return SettingNews(position: position, settings: settings.filter { $0.isReadable })
      },
      ended: frame.ended.map { Set($0) } ?? [],
      removed: (frame.removed ?? []).compactMap { try? RemovedChild(json: $0) }.filter(\.isReadable),
      memberEvents: (frame.memberEvents ?? []).compactMap { try? MemberEvent(json: $0) }.filter(\.isReadable),
      user: frame.user.flatMap { try? User(json: $0) }.flatMap { $0.errors.isEmpty ? $0 : nil })
    // Requesting the rest of such a page would never end.
    guard !hasMore || !read.isEmpty || !(frame.settings ?? []).isEmpty else {
      throw WireError(path: "entries", message: "is empty")
    }
  }

  /// `ChangeList` with unread lists.
  @WireMembers
  private struct Frame: WireObject {
    /// For `since` of the next call.
    var position: String
    /// Whether there is more to fetch.
    var hasMore: Bool
    /// Each as it came.
    var children: [JSON]
    /// Each as it came.
    var entries: [JSON]
    /// Each as it came.
    var settings: [JSON]?
    /// For the next call's header.
    var settingsPosition: String?
    /// As in `ChangeList`.
    var ended: [ChildID]?
    /// Each as it came.
    var removed: [JSON]?
    /// Each as it came: a newer server may tell of more.
    var memberEvents: [JSON]?
    /// As it came.
    var user: JSON?
  }
}

extension SharedSetting {
  /// Nothing is kept that no server keeps. A value that is not known here is a newer version's, and is kept.
  fileprivate var isReadable: Bool {
    do { return try problem() == nil } catch { return true }
  }
}

extension MemberEvent {
  /// Names that no account can have are dropped.
  fileprivate var isReadable: Bool { [name, by].compactMap(\.self).allSatisfy { User.problem(withName: $0) == nil } }
}

extension RemovedChild {
  /// As of a member event.
  fileprivate var isReadable: Bool { by.map { User.problem(withName: $0) == nil } ?? true }
}

private enum ReadEntry {
  case known(Entry)
  case unknown(UnknownEntry)

  /// The longest word that is shown.
  private static let longest = 40

  init(_ json: JSON) throws(WireError) {
    do throws(WireError) {
      let entry = try EntryRecord(json: json).entry
      guard entry.hasPossibleEnd else { throw WireError(path: "end", message: "is out of range") }
      guard entry.isPossible else { throw WireError(path: "kind", message: "has invalid texts") }
      self = .known(entry)
    } catch {
      guard let id = json["id"]?.stringValue.flatMap({ EntryID($0) }) else { throw error }
      let word = json[error.path]?.stringValue ?? error.path
      self = .unknown(
        UnknownEntry(
          id: id, word: String(word.prefix(Self.longest)), json: json.text,
          isDeleted: json["deletedAt"]?.stringValue != nil))
    }
  }
}

extension Entry {
  /// An entry that an earlier version could not read; nil when this one cannot either.
  public init?(kept unknown: UnknownEntry) {
    guard let json = try? JSON(parsing: unknown.json.utf8), case .known(let entry)? = try? ReadEntry(json) else {
      return nil
    }
    self = entry
  }
}

extension RemoteChild {
  /// A role that is not known here can be relied on for looking only, and other words that are not known are left out.
  fileprivate init(reading json: JSON) throws(WireError) {
    guard case .object(var object) = json else { throw WireError(expected: "an object", found: .tree(json)) }
    if object["role"]?.stringValue.map({ Role(rawValue: $0) == nil }) == true {
      object.replace("role", with: .string(Role.viewer.rawValue))
    }
    if object["sex"]?.stringValue.map({ Sex(rawValue: $0) == nil }) == true { object.replace("sex", with: .null) }
    if object["feedingStyle"]?.stringValue.map({ FeedingStyle(rawValue: $0) == nil }) == true {
      object.replace("feedingStyle", with: .null)
    }
    let shared = try SharedChild(json: .object(object))
    self.init(shared.child, role: shared.role, keepsBirth: shared.keepsBirth, shownAs: shared.shownAs)
  }
}

extension JSONObject {
  fileprivate mutating func replace(_ name: String, with value: JSON) {
    for index in members.indices where members[index].name == name { members[index].value = value }
  }
}
