import BabyModel

/// The columns of the table `change`. The last three say what undo knows of a step, in the first change of it.
enum ChangeRow: Int32, Columns {
  case seq, at, uid, subject, operation, entryID, childID, setting, rule, step, reverts, way
  case client, label, state

  static let columns = ColumnList<Self>()
}
