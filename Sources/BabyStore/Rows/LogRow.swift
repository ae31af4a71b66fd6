import BabyModel

/// How a change lies in the table `change`.
struct LogRow {
  var seq: Int64
  var subject: ChangeSubject
  var operation: ChangeOperation
  var step: StepID?
  var reverts: Int64?

  static let insertSQL = """
    INSERT INTO change
      (seq, at, uid, subject, operation, entry_id, child_id, setting, rule, step, reverts, client, label, state, way)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  /// - Parameter label: what the step is called that begins with this change.
  func values(_ context: WriteContext, label: String?) -> [SQLValue] {
    let name: String
    var entryID: EntryID?
    var childID: ChildID?
    var setting: String?
    var rule: String?
    var way: String?
    switch subject {
    case .entry(let id, let child): (name, entryID, childID) = ("entry", id, child)
    case .child(let id): (name, childID) = ("child", id)
    case .setting(let key, let child): (name, setting, childID) = ("setting", key, child)
    case .selection(_, let child): (name, childID) = ("selection", child)
    case .reminder(let key, let child): (name, rule, childID) = ("reminder", key, child)
    case .custom(let id, let child): (name, rule, childID) = ("custom", id.description, child)
    case .outbox(let id, let child, let state): (name, entryID, childID, way) = ("outbox", id, child, state.rawValue)
    case .inbox: name = "inbox"
    }
    return [
      .integer(seq), .instant(context.at), .integer(Int64(context.uid)), .text(name), .text(operation.rawValue),
      .id(entryID), .id(childID), .optional(setting), .optional(rule), step.map { .integer($0.seq) } ?? .null,
      reverts.map { .integer($0) } ?? .null,
      label == nil ? .null : .text(context.client), .optional(label), label == nil ? .null : .text("done"),
      .optional(way),
    ]
  }
}
