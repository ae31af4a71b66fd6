public import BabyModel
public import BabyProtocol

/// The contents of one of this program's own files other than entries.
public struct Archive: Hashable, Sendable {
  public var children: [Child]
  public var settings: [ArchivedSetting]
  public var reminders: [CustomReminder]

  public init(
    children: [Child] = [], settings: [ArchivedSetting] = [], reminders: [CustomReminder] = []
  ) {
    self.children = children
    self.settings = settings
    self.reminders = reminders
  }

  static func += (archive: inout Archive, next: Archive) {
    archive.children += next.children
    archive.settings += next.settings
    archive.reminders += next.reminders
  }

  /// The words by which a file says what it is.
  static let format = "babybasics"
  static let version = 1
}

/// A setting in a file.
public struct ArchivedSetting: Hashable, Sendable {
  public var key: String
  public var value: String
  /// Nil is for everything.
  public var childID: ChildID?

  public init(key: String, value: String, childID: ChildID?) {
    self.key = key
    self.value = value
    self.childID = childID
  }
}

// The format of settings and reminders in a file; children and entries have the format of the protocol.

extension ArchivedSetting: WireObject {
  public init(reading members: inout ObjectReader) throws(WireError) {
    key = try members.required("key", "The setting's name.")
    value = try members.required("value", "Its value.")
    childID = try members.optional("childId", "The child it is for; left out if it is for all.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("key", key)
    members.field("value", value)
    members.field("childId", childID)
  }
}

/// A custom reminder, with the length of its interval in words: `8h`.
struct ArchivedReminder: WireObject {
  var reminder: CustomReminder

  init(_ reminder: CustomReminder) { self.reminder = reminder }

  init(reading members: inout ObjectReader) throws(WireError) {
    reminder = CustomReminder(
      id: try members.required("id", "UUID."), childID: try members.required("childId", "UUID of the child."),
      name: try members.required("name", "Name."), schedule: .daily(.midnight),
      since: try members.required("since", "Its occasions come after this."))
    let everyMinutes = try members.optional(
      "everyMinutes", in: Self.intervals, "How long after it was done it is due.")
    let daily: String? = try members.optional("daily", "The time of day when it is due.")
    // Last, because it refuses a reminder without either.
    if let everyMinutes {
      reminder.schedule = .every(.minutes(everyMinutes))
    } else if let daily, let time = TimeOfDay(daily) {
      reminder.schedule = .daily(time)
    } else {
      throw WireError(path: "daily", message: "must be a time such as 09:00, where there is no everyMinutes")
    }
  }

  /// In minutes.
  private static let intervals =
    Int(ReminderSchedule.intervals.lowerBound.wholeMinutes)...Int(ReminderSchedule.intervals.upperBound.wholeMinutes)

  func write(to members: inout ObjectWriter) {
    members.field("id", reminder.id)
    members.field("childId", reminder.childID)
    members.field("name", reminder.name)
    switch reminder.schedule {
    case .every(let interval): members.field("everyMinutes", Int(interval.wholeMinutes))
    case .daily(let time): members.field("daily", time.description)
    }
    members.field("since", reminder.since)
  }
}

/// Reads what `ExportWriter` writes as JSON.
struct ArchiveReader: Sendable {
  private let now: Instant
  private let zones: @Sendable (String) throws(BabyError) -> ZoneRules
  private var children: [ChildID: (child: Child, zone: ZoneRules)] = [:]
  /// The children here that stand for some of the file's.
  private let standIns: [ChildID: ImportTarget]

  init(
    now: Instant, standIns: [ChildID: ImportTarget] = [:],
    zones: @escaping @Sendable (String) throws(BabyError) -> ZoneRules
  ) {
    self.now = now
    self.standIns = standIns
    self.zones = zones
  }

  /// A child before anything of it is read; nil if the record is not one.
  static func child(_ json: JSON) -> ArchivedChild? {
    guard let child = try? ChildRecord(strictly: json).child else { return nil }
    return ArchivedChild(id: child.id, name: child.name, isRemoved: child.removedAt != nil)
  }

  /// - Throws: `BabyError.importInvalid` for a version of the future.
  func read(_ name: String, _ value: JSON) throws(BabyError) {
    if name == "version", value != .integer(Int64(Archive.version)) {
      throw .importInvalid(
        "The file is from a later version of Baby Basics: version \(value.text.excerpt) of its format, and this is \(Archive.version)."
      )
    }
  }

  /// Reads a record that is not an entry.
  mutating func read(_ json: JSON, in list: String, into archive: inout Archive) throws(RowFault) {
    switch list {
    case "children":
      let child = try record(ChildRecord.self, json).child
      if let standIn = standIns[child.id] {
        children[child.id] = (standIn.child, standIn.zone)
        return
      }
      do throws(BabyError) {
        let zone = try zones(child.zone)
        try child.validate(today: zone.local(now).date)
        children[child.id] = (child, zone)
      } catch .zoneUnknown {
        throw .unreadable(column: "zone")
      } catch {
        throw .invalid(error.fields)
      }
      archive.children.append(child)
    case "settings":
      var setting = try record(ArchivedSetting.self, json)
      if let id = setting.childID { setting.childID = try owner(id).id }
      do throws(BabyError) { try SettingKey.named(setting.key).validate(setting.value) } catch .settingUnknown {
        throw .unknownSetting
      } catch {
        throw .unreadable(column: setting.key)
      }
      archive.settings.append(setting)
    case "reminders":
      var reminder = try record(ArchivedReminder.self, json).reminder
      reminder.childID = try owner(reminder.childID).id
      do { try reminder.validate() } catch { throw .invalid(error.fields) }
      archive.reminders.append(reminder)
    default: throw .unreadable(column: "list")
    }
  }

  func entry(_ json: JSON) throws(RowFault) -> Entry {
    if let kind = json["kind"]?.stringValue, EntryKind(rawValue: kind) == nil { throw .unknownKind }
    var entry = try record(EntryRecord.self, json).entry
    guard let owner = children[entry.childID] else { throw .unreadable(column: "childId") }
    entry.childID = owner.child.id
    guard entry.deletedAt == nil else { throw .unreadable(column: "deletedAt") }
    do { try entry.validate(child: owner.child, zone: owner.zone, now: now) } catch { throw .invalid(error.fields) }
    return entry
  }

  private func owner(_ id: ChildID) throws(RowFault) -> Child {
    guard let owner = children[id] else { throw .unreadable(column: "childId") }
    return owner.child
  }

  /// Nothing may be left over: what this version does not know would be lost.
  private func record<Record: WireObject>(_ type: Record.Type, _ json: JSON) throws(RowFault) -> Record {
    do { return try Record(strictly: json) } catch { throw .unreadable(column: error.path) }
  }
}
