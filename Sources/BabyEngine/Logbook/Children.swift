public import BabyModel
import BabyStore

/// A child that was added or changed, and the message about it.
public struct ChildOutcome: Hashable, Sendable {
  public var child: Child
  public var message: String
}

/// A setting that was set or reset, and the message about it.
public struct SettingOutcome: Sendable {
  public var key: SettingKey
  public var message: String
}

extension LogbookWriter {
  /// Adds a child and makes it the caller's current one.
  public func addChild(
    name: String, born: LocalDate, zone: String?, sex: Sex?, feedingStyle: FeedingStyle?, dueDate: LocalDate? = nil,
    birthWeight: BodyWeight? = nil, id: ChildID?
  ) throws -> ChildOutcome {
    let child = Child(
      id: id ?? ids.next(at: now), name: name.trimmed, born: born, sex: sex, zone: zone ?? systemZone,
      feedingStyle: feedingStyle, dueDate: dueDate, birthWeight: birthWeight, createdAt: now, updatedAt: now)
    let message = "Added \(child.name)"
    if let earlier = try reader.transaction.child(child.id) { return ChildOutcome(child: earlier, message: message) }
    try check(child)
    try transaction.insert(child)
    try transaction.select(child.id, uid: reader.caller.uid)
    return try outcome(child, message)
  }

  /// Changes a child. Nil leaves a field as it is; an inner nil clears it.
  public func updateChild(
    _ reference: String, name: String?, born: LocalDate?, zone: String?, sex: Sex??, feedingStyle: FeedingStyle??,
    dueDate: LocalDate?? = nil, birthWeight: BodyWeight?? = nil
  ) throws -> ChildOutcome {
    var child = try reader.child(reference)
    if let name { child.name = name.trimmed }
    if let born { child.born = born }
    if let zone { child.zone = zone }
    if let sex { child.sex = sex }
    if let feedingStyle { child.feedingStyle = feedingStyle }
    if let dueDate { child.dueDate = dueDate }
    if let birthWeight { child.birthWeight = birthWeight }
    try check(child)
    child = try transaction.update(child)
    return try outcome(child, "Changed \(child.name)")
  }

  public func removeChild(_ reference: String) throws -> ChildOutcome {
    let child = try transaction.remove(reader.child(reference).id)
    return try outcome(child, "Removed \(child.name)")
  }

  public func restoreChild(_ reference: String) throws -> ChildOutcome {
    let removed = try reader.anyChild(reference)
    guard removed.removedAt != nil else { throw BabyError.childNotRemoved(name: removed.name) }
    try check(removed)
    let child = try transaction.restore(removed.id)
    return try outcome(child, "Restored \(child.name)")
  }

  /// Deletes a removed child for good. Nothing brings it back but a backup.
  ///
  /// - Throws: `BabyError.childNotFound`, `.childNotRemoved`; `.childUnsent` while the outbox holds changes of it.
  public func purgeChild(_ reference: String) throws -> ChildOutcome {
    let child = try reader.anyChild(reference)
    guard child.removedAt != nil else { throw BabyError.childNotRemoved(name: child.name) }
    try transaction.purge(child)
    return ChildOutcome(child: child, message: "Deleted \(child.name) for good")
  }

  public func selectChild(_ reference: String) throws -> ChildOutcome {
    let child = try reader.child(reference)
    try transaction.select(child.id, uid: reader.caller.uid)
    return try outcome(child, "\(child.name) is current now")
  }

  /// The message is also the label of the undo step.
  private func outcome(_ child: Child, _ message: String) throws -> ChildOutcome {
    try transaction.label(message)
    return ChildOutcome(child: child, message: message)
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

extension LogbookWriter {
  /// Sets a value, or resets it if it is nil.
  ///
  /// - Throws: `BabyError.settingUnknown` or `.settingInvalid`.
  public func setSetting(_ name: String, to value: String?, child reference: String?) throws -> SettingOutcome {
    let key = try SettingKey.named(name)
    if let value { try key.validate(value) }
    let child = try reference.map { try reader.child($0) }
    try transaction.setSetting(key.name, value, child: child?.id, isObserved: key.isObserved)
    let message = value.map { "\(key.name) is now \($0)" } ?? "\(key.name) was reset"
    try transaction.label(message)
    return SettingOutcome(key: key, message: message)
  }
}

extension String {
  /// Without spaces around it.
  var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
