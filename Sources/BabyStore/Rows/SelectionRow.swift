/// The child that a uid's calls mean.
enum SelectionRow: Int32, Columns {
  case uid, childID
  static let columns = ColumnList<Self>()
}
