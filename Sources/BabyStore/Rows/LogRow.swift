import BabyModel

/// A change as it is written to the table `change`.
struct LogRow {
  var seq: Int64
  var subject: ChangeSubject
  var operation: ChangeOperation
  var step: StepID?
  var reverts: Int64?

  static let insertSQL = "INSERT INTO change (\(ChangeRow.columns)) VALUES (\(ChangeRow.columns.placeholders))"

  /// - Parameter label: what the step is called that begins with this change.
  func values(_ context: WriteContext, label: String?) -> [SQLValue] {
    let fields = Fields(subject)
    return ChangeRow.allCases.map { column in
      switch column {
      case .seq: .integer(seq)
      case .at: .instant(context.at)
      case .uid: .integer(Int64(context.uid))
      case .subject: .text(fields.subject)
      case .operation: .text(operation.rawValue)
      case .entryID: .id(fields.entryID)
      case .childID: .id(fields.childID)
      case .setting: .optional(fields.setting)
      case .rule: .optional(fields.rule)
      case .step: step.map { .integer($0.seq) } ?? .null
      case .reverts: reverts.map { .integer($0) } ?? .null
      case .way: .optional(fields.way)
      case .client: label == nil ? .null : .text(context.client)
      case .label: .optional(label)
      case .state: label == nil ? .null : .text("done")
      }
    }
  }

  /// What a change is of comes to in columns, of which each subject fills its own.
  private struct Fields {
    let subject: String
    var entryID: EntryID?
    var childID: ChildID?
    var setting: String?
    var rule: String?
    var way: String?

    init(_ subject: ChangeSubject) {
      switch subject {
      case .entry(let id, let child): (self.subject, entryID, childID) = ("entry", id, child)
      case .child(let id): (self.subject, childID) = ("child", id)
      case .setting(let key, let child): (self.subject, setting, childID) = ("setting", key, child)
      case .selection(_, let child): (self.subject, childID) = ("selection", child)
      case .reminder(let key, let child): (self.subject, rule, childID) = ("reminder", key, child)
      case .custom(let id, let child): (self.subject, rule, childID) = ("custom", id.description, child)
      case .outbox(let id, let child, let state):
        (self.subject, entryID, childID, way) = ("outbox", id, child, state.rawValue)
      case .inbox: self.subject = "inbox"
      }
    }
  }
}
