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
  ///   - isObserved: a program's observation, not a person's change: it cannot be undone, and is not sent.
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

/// The columns of a child, in the table `child` and wherever a version of one is kept.
enum ChildRow: Int32, Columns {
  case id, name, born, sex, zone, feedingStyle, dueDate, birthWeight, birthWeightUnit, createdAt, updatedAt, removedAt

  static let columns = ColumnList<Self>()

  static let insertSQL = "INSERT INTO child (\(columns)) VALUES (\(columns.placeholders))"

  /// Parameters: all columns, then the id.
  static let replaceSQL = "UPDATE child SET (\(columns)) = (\(columns.placeholders)) WHERE id = ?"

  static func values(_ child: Child) -> [SQLValue] { allCases.map { $0.value(of: child) } }

  private func value(of child: Child) -> SQLValue {
    switch self {
    case .id: .id(child.id)
    case .name: .text(child.name)
    case .born: .text(child.born.description)
    case .sex: .optional(child.sex?.rawValue)
    case .zone: .text(child.zone)
    case .feedingStyle: .optional(child.feedingStyle?.rawValue)
    case .dueDate: .optional(child.dueDate?.description)
    case .birthWeight: child.birthWeight.map { .real($0.value) } ?? .null
    case .birthWeightUnit: .optional(child.birthWeight?.unit.rawValue)
    case .createdAt: .instant(child.createdAt)
    case .updatedAt: .instant(child.updatedAt)
    case .removedAt: .instant(child.removedAt)
    }
  }

  static func decode(_ row: ResultRow<Self>) throws -> Child {
    guard let born = LocalDate(row.text(.born)) else { throw Damage() }
    var dueDate: LocalDate?
    if let text = row.optionalText(.dueDate) {
      guard let date = LocalDate(text) else { throw Damage() }
      dueDate = date
    }
    let unit: BodyWeightUnit? = try row.optionalWord(.birthWeightUnit)
    return Child(
      id: try row.id(.id), name: row.text(.name), born: born, sex: try row.optionalWord(.sex), zone: row.text(.zone),
      feedingStyle: try row.optionalWord(.feedingStyle), dueDate: dueDate,
      birthWeight: unit.map { BodyWeight(row.real(.birthWeight), $0) }, createdAt: row.instant(.createdAt),
      updatedAt: row.instant(.updatedAt), removedAt: row.optionalInstant(.removedAt))
  }
}

/// Settings, in a machine's tables and in a server's.
enum SettingRow: Int32, Columns {
  case key, value

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<Self>) -> (String, String) { (row.text(.key), row.text(.value)) }
}

/// The child that a uid's calls mean.
enum SelectionRow: Int32, Columns {
  case uid, childID
  static let columns = ColumnList<Self>()
}
