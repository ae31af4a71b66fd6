public import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// The child that is meant; nil if there is none, or it has been removed.
  public func childIfThere(_ reference: String?) throws -> Child? {
    do { return try child(reference) } catch let error as BabyError {
      switch error {
      case .noChild, .childNotFound, .childRemoved: return nil
      default: throw error
      }
    }
  }

  /// All children, in the order in which they were added.
  public func childList(includingRemoved: Bool) throws -> ChildList.Answer {
    let children = try transaction.children(includingRemoved: includingRemoved)
    return ChildList.Answer(children: try children.map { ChildRecord($0, isCurrent: try isCurrent($0)) })
  }
}

extension LogbookWriter {
  /// Adds a child and makes it the caller's current one.
  public func addChild(_ params: ChildAdd.Params) throws -> ChildAnswer {
    let child = Child(
      id: params.id ?? ids.next(at: now), name: params.name.trimmed, born: params.born, sex: params.sex,
      zone: params.zone ?? systemZone, feedingStyle: params.feedingStyle, dueDate: params.dueDate,
      birthWeight: params.birthWeight, createdAt: now, updatedAt: now)
    let message = "Added \(child.name)"
    if let earlier = try reader.transaction.child(child.id) { return try answer(earlier, message) }
    try check(child)
    try transaction.insert(child)
    try transaction.select(child.id, uid: reader.caller.uid)
    return try labelled(child, message)
  }

  /// Changes what is given of a child; null clears it.
  public func updateChild(_ params: ChildUpdate.Params) throws -> ChildAnswer {
    var child = try reader.child(params.childID)
    if let name = params.name { child.name = name.trimmed }
    if let born = params.born { child.born = born }
    if let zone = params.zone { child.zone = zone }
    if let sex = params.sex { child.sex = sex.value }
    if let style = params.feedingStyle { child.feedingStyle = style.value }
    if let dueDate = params.dueDate { child.dueDate = dueDate.value }
    if let weight = params.birthWeight { child.birthWeight = weight.value }
    try check(child)
    child = try transaction.update(child)
    return try labelled(child, "Changed \(child.name)")
  }

  /// Removes a child and its log from view, until it is restored.
  ///
  /// - Throws: `BabyError.childNotFound` or `.childRemoved`.
  public func removeChild(_ reference: String) throws -> ChildAnswer {
    let child = try transaction.remove(reader.child(reference).id)
    return try labelled(child, "Removed \(child.name)")
  }

  /// Brings a removed child and its log back.
  ///
  /// - Throws: `BabyError.childNotFound`, `.childNotRemoved`, or `.childNameTaken`.
  public func restoreChild(_ reference: String) throws -> ChildAnswer {
    let removed = try reader.anyChild(reference)
    guard removed.removedAt != nil else { throw BabyError.childNotRemoved(name: removed.name) }
    try check(removed)
    let child = try transaction.restore(removed.id)
    return try labelled(child, "Restored \(child.name)")
  }

  /// Deletes a removed child for good. Nothing brings it back but a backup.
  ///
  /// - Throws: `BabyError.childNotFound`, `.childNotRemoved`; `.childUnsent` while the outbox holds changes of it.
  public func purgeChild(_ reference: String) throws -> ChildAnswer {
    let child = try reader.anyChild(reference)
    guard child.removedAt != nil else { throw BabyError.childNotRemoved(name: child.name) }
    try transaction.purge(child)
    return try answer(child, "Deleted \(child.name) for good")
  }

  /// Makes a child the caller's current one.
  ///
  /// - Throws: `BabyError.childNotFound` or `.childRemoved`.
  public func selectChild(_ reference: String) throws -> ChildAnswer {
    let child = try reader.child(reference)
    try transaction.select(child.id, uid: reader.caller.uid)
    return try labelled(child, "\(child.name) is current now")
  }

  /// The message is also the label of the undo step.
  private func labelled(_ child: Child, _ message: String) throws -> ChildAnswer {
    try transaction.label(message)
    return try answer(child, message)
  }

  private func answer(_ child: Child, _ message: String) throws -> ChildAnswer {
    ChildAnswer(
      child: ChildRecord(child, isCurrent: try reader.isCurrent(child)), message: message, seq: try seq,
      isDryRun: isDryRun)
  }

  /// - Throws: `BabyError.childInvalid`, `.zoneUnknown` or `.childNameTaken`.
  func check(_ child: Child) throws {
    let zone = try reader.zone(child.zone)
    try child.validate(today: zone.local(now).date)
    let others = try reader.transaction.children(includingRemoved: false).filter { $0.id != child.id }
    if others.contains(where: { $0.name.lowercased() == child.name.lowercased() }) {
      throw BabyError.childNameTaken(child.name)
    }
  }
}

extension LogbookReader {
  /// - Parameter reference: the child whose own values count; nil for the family's.
  public func settingsList(of reference: String?) throws -> SettingsList.Answer {
    SettingsList.Answer(settings: try SettingKey.all.map { try setting($0, of: reference) })
  }

  /// A setting, its value, and where that comes from.
  ///
  /// - Throws: `BabyError.settingUnknown`.
  public func setting(_ params: SettingsGet.Params) throws -> SettingsGet.Answer {
    SettingsGet.Answer(setting: try setting(SettingKey.named(params.key), of: params.childID))
  }

  /// - Parameter reference: the child whose own value counts; nil for the family's.
  fileprivate func setting(_ key: SettingKey, of reference: String?) throws -> SettingRecord {
    let child = try reference.map { try self.child($0) }
    let own = try child.flatMap { try transaction.settings(child: $0.id)[key.name] }
    let family = try transaction.settings(child: nil)[key.name]
    let source: SettingRecord.Source = own != nil ? .child : family != nil ? .family : .default
    return SettingRecord(
      key: key.name, value: own ?? family ?? key.defaultValue, defaultValue: key.defaultValue, source: source,
      summary: key.summary)
  }
}

extension LogbookWriter {
  /// Sets a value, or resets it if it is nil.
  ///
  /// - Throws: `BabyError.settingUnknown` or `.settingInvalid`.
  public func setSetting(_ name: String, to value: String?, child reference: String?) throws -> SettingAnswer {
    let key = try SettingKey.named(name)
    if let value { try key.validate(value) }
    let child = try reference.map { try reader.child($0) }
    try transaction.setSetting(key.name, value, child: child?.id, isObserved: key.isObserved)
    let message = value.map { "\(key.name) is now \($0)" } ?? "\(key.name) was reset"
    try transaction.label(message)
    return SettingAnswer(
      setting: try reader.setting(key, of: reference), message: message, seq: try seq, isDryRun: isDryRun)
  }
}
