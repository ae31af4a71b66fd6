extension DatabaseSchema {
  /// What a change is sent under is random: numbers come again when an older copy of the file is put back.
  static let step8 = """
    -- Made when the change is sent first, for from then on it stays as it is. NULL also for what an earlier version has
    -- sent: that goes on under the database's id and the number.
    ALTER TABLE outbox ADD COLUMN key BLOB;
    """
}
