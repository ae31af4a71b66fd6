/// What has been set, in a machine's tables and in a server's.
enum SettingRow: Int32, Columns {
  case key, value

  static let columns = ColumnList<Self>()

  static func decode(_ row: ResultRow<Self>) -> (String, String) { (row.text(.key), row.text(.value)) }
}
