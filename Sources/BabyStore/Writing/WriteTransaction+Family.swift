public import BabyModel
import GRDB

/// Children, who means which of them, and settings.
extension WriteTransaction {
  // MARK: Children

  /// - Throws: `BabyError.storeFailed` when there is a child with the id.
  public func insert(_ child: Child) throws {
    try change(.insert, .child(child.id)) { try db.run(ChildRow.insertSQL, ChildRow.values(child)) }
    if keepsOutbox { try enqueue(child, replacing: nil) }
  }

  /// Replaces all that is known of a child but `createdAt` and `removedAt`.
  ///
  /// - Returns: the child as it is now, updated at the transaction's time.
  /// - Throws: `BabyError.childNotFound`.
  @discardableResult
  public func update(_ child: Child) throws -> Child {
    let before = try existing(child.id)
    var after = child
    after.createdAt = before.createdAt
    after.removedAt = before.removedAt
    return try write(after, .update, replacing: before)
  }

  /// Takes a child out of sight; its entries stay. Nothing changes when it has been removed before.
  ///
  /// - Throws: `BabyError.childNotFound`.
  @discardableResult
  public func remove(_ id: ChildID) throws -> Child {
    let before = try existing(id)
    guard before.removedAt == nil else { return before }
    var child = before
    child.removedAt = context.at
    return try write(child, .delete, replacing: before)
  }

  /// Brings a removed child back. Nothing changes when it is not removed.
  ///
  /// - Throws: `BabyError.childNotFound`.
  @discardableResult
  public func restore(_ id: ChildID) throws -> Child {
    let before = try existing(id)
    guard before.removedAt != nil else { return before }
    var child = before
    child.removedAt = nil
    return try write(child, .restore, replacing: before)
  }

  /// Makes a child the one that calls of this uid without a child mean.
  ///
  /// - Throws: `BabyError.childNotFound`.
  public func select(_ child: ChildID, uid: UInt32) throws {
    _ = try existing(child)
    try change(.update, .selection(uid: uid, child: child)) {
      try db.run(
        "INSERT INTO selection (uid, child_id) VALUES (?1, ?2) ON CONFLICT (uid) DO UPDATE SET child_id = ?2",
        [.integer(Int64(uid)), .id(child)])
    }
  }

  private func existing(_ id: ChildID) throws -> Child {
    guard let child = try read.child(id) else { throw BabyError.childNotFound(id.description) }
    return child
  }

  /// - Parameter reverted: a change of a step that this one takes back.
  func write(
    _ child: Child, _ operation: ChangeOperation, replacing before: Child, reverting reverted: LoggedEvent? = nil
  ) throws -> Child {
    var child = child
    child.updatedAt = context.at
    try change(operation, .child(child.id), reverting: reverted) { try put(child) }
    if keepsOutbox { try enqueue(child, replacing: before) }
    return child
  }

  /// Replaces all that is known of a child.
  func put(_ child: Child) throws {
    try db.run(ChildRow.replaceSQL, ChildRow.values(child) + [.id(child.id)])
  }

  // MARK: Settings

  /// - Parameters:
  ///   - value: nil takes the setting back to its default.
  ///   - child: nil sets it for everything.
  ///   - isObserved: a program tells what it sees, and nobody has changed anything: undo leaves it alone, and it is not
  ///     sent for it.
  /// - Throws: `BabyError.childNotFound`.
  public func setSetting(_ key: String, _ value: String?, child: ChildID?, isObserved: Bool = false) throws {
    if let child { _ = try existing(child) }
    let operation: ChangeOperation = value == nil ? .delete : .update
    let subject = ChangeSubject.setting(key, child: child)
    if isObserved {
      try putSetting(key, value, child: child)
      try record(operation, subject)
    } else {
      try change(operation, subject) { try putSetting(key, value, child: child) }
    }
  }

  func putSetting(_ key: String, _ value: String?, child: ChildID?) throws {
    try db.run(
      "DELETE FROM setting WHERE ifnull(child_id, x'') = ifnull(?, x'') AND key = ?", [.id(child), .text(key)])
    if let value {
      try db.run("INSERT INTO setting (child_id, key, value) VALUES (?, ?, ?)", [.id(child), .text(key), .text(value)])
    }
  }
}
