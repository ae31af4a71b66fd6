import BabyModel
import BabyProtocol

/// Reads what `ExportWriter` writes as JSON.
struct ArchiveReader: Sendable {
  private let now: Instant
  private let zones: @Sendable (String) throws(BabyError) -> ZoneRules
  private var children: [ChildID: (child: Child, zone: ZoneRules)] = [:]

  init(now: Instant, zones: @escaping @Sendable (String) throws(BabyError) -> ZoneRules) {
    self.now = now
    self.zones = zones
  }

  /// - Throws: `BabyError.importInvalid` for a version of the future.
  func read(_ name: String, _ value: JSON) throws(BabyError) {
    if name == "version", value != .integer(Int64(Archive.version)) {
      throw .importInvalid(
        "The file is from a later version of Baby Basics: version \(value.text.excerpt) of its format, and this is \(Archive.version)."
      )
    }
  }

  /// Reads a record that is no entry.
  mutating func read(_ json: JSON, in list: String, into archive: inout Archive) throws(RowFault) {
    switch list {
    case "children":
      let child = try record(ChildRecord.self, json).child
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
      let setting = try record(ArchivedSetting.self, json)
      try setting.childID.map(requireChild)
      do { try SettingKey.named(setting.key).validate(setting.value) } catch { throw .unreadable(column: setting.key) }
      archive.settings.append(setting)
    case "reminders":
      let reminder = try record(ArchivedReminder.self, json).reminder
      try requireChild(reminder.childID)
      do { try reminder.validate() } catch { throw .invalid(error.fields) }
      archive.reminders.append(reminder)
    default: throw .unreadable(column: "list")
    }
  }

  func entry(_ json: JSON) throws(RowFault) -> Entry {
    if let kind = json["kind"]?.stringValue, EntryKind(rawValue: kind) == nil { throw .unknownKind }
    let entry = try record(EntryRecord.self, json).entry
    guard let owner = children[entry.childID] else { throw .unreadable(column: "childId") }
    guard entry.deletedAt == nil else { throw .unreadable(column: "deletedAt") }
    do { try entry.validate(child: owner.child, zone: owner.zone, now: now) } catch { throw .invalid(error.fields) }
    return entry
  }

  private func requireChild(_ id: ChildID) throws(RowFault) {
    if children[id] == nil { throw .unreadable(column: "childId") }
  }

  /// Nothing may be left over: what this version does not know would be lost.
  private func record<Record: WireObject>(_ type: Record.Type, _ json: JSON) throws(RowFault) -> Record {
    do { return try Record(strictly: json) } catch { throw .unreadable(column: error.path) }
  }
}
