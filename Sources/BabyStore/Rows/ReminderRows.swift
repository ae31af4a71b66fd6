import BabyModel

/// The columns of a reminder of a family's own.
enum CustomReminderRow: Int32, Columns {
  case id, childID, name, every, daily, since

  static let columns = ColumnList<Self>()

  static let insertSQL = """
    INSERT INTO custom_reminder (\(columns)) VALUES (\(columns.placeholders))
    ON CONFLICT (id)
    DO UPDATE SET (name, every, daily, since) = (excluded.name, excluded.every, excluded.daily, excluded.since)
    """

  static func values(_ reminder: CustomReminder) -> [SQLValue] { allCases.map { $0.value(of: reminder) } }

  private func value(of reminder: CustomReminder) -> SQLValue {
    switch (self, reminder.schedule) {
    case (.id, _): .id(reminder.id)
    case (.childID, _): .id(reminder.childID)
    case (.name, _): .text(reminder.name)
    case (.every, .every(let interval)): .integer(interval.inMilliseconds)
    case (.daily, .daily(let time)): .text(time.description)
    case (.every, .daily), (.daily, .every): .null
    case (.since, _): .instant(reminder.since)
    }
  }

  static func decode(_ row: ResultRow<Self>) throws -> CustomReminder {
    let schedule: ReminderSchedule
    if let time = row.optionalText(.daily) {
      guard let time = TimeOfDay(time) else { throw Damage() }
      schedule = .daily(time)
    } else {
      let interval = row.integer(.every)
      guard interval > 0 else { throw Damage() }
      schedule = .every(.milliseconds(interval))
    }
    return CustomReminder(
      id: try row.id(.id), childID: try row.id(.childID), name: row.text(.name), schedule: schedule,
      since: row.instant(.since))
  }
}

/// The columns of what became of the latest occasion of a rule.
enum ReminderMarkRow: Int32, Columns {
  case childID, rule, occasion, due, toldAt, snoozedUntil, dismissedAt

  static let columns = ColumnList<Self>()

  /// Puts a mark in place of the rule's earlier one.
  static let replaceSQL = "INSERT OR REPLACE INTO reminder (\(columns)) VALUES (\(columns.placeholders))"

  static func values(_ mark: ReminderMark, rule: String, of child: ChildID) -> [SQLValue] {
    allCases.map { column in
      switch column {
      case .childID: .id(child)
      case .rule: .text(rule)
      case .occasion: .text(mark.id)
      case .due: .instant(mark.due)
      case .toldAt: .instant(mark.toldAt)
      case .snoozedUntil: .instant(mark.snoozedUntil)
      case .dismissedAt: .instant(mark.dismissedAt)
      }
    }
  }

  /// - Returns: the rule's key, and the mark.
  static func decode(_ row: ResultRow<Self>) -> (String, ReminderMark) {
    let mark = ReminderMark(
      id: row.text(.occasion), due: row.instant(.due), toldAt: row.optionalInstant(.toldAt),
      snoozedUntil: row.optionalInstant(.snoozedUntil), dismissedAt: row.optionalInstant(.dismissedAt))
    return (row.text(.rule), mark)
  }
}
