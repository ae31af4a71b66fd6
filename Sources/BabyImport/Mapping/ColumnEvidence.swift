import BabyModel

/// Evidence from the first values of a column.
struct ColumnEvidence: Sendable {
  /// The maximum number of different values; a column with more is not the kind.
  static let mostValues = 60

  let column: LooseColumns.Column
  let place: Int
  let roles: [ColumnMap.Role]
  /// The number of values that are not empty.
  private(set) var count = 0
  private var times = 0
  private var days = 0
  private var clocks = 0
  private var quantities = 0
  private var lengths = 0
  private var colons = 0
  private var sides = 0
  private var kinds = 0
  /// Without capital letters; nil for too many.
  private var values: Set<String>? = []

  init(_ title: String, place: Int) {
    column = LooseColumns.Column(title)
    self.place = place
    roles = MapWords.roles(ofTitle: column.title)
  }

  mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    count += 1
    guard text.utf8.count <= ColumnMap.longestName else { return values = nil }
    if let time = WallTimeText(text) {
      if time.timeOfDay == nil { days += 1 } else { times += 1 }
    } else if MappedRow.instant(text) != nil {
      times += 1
    } else if MappedRow.clock(text)?.timeOfDay != nil {
      clocks += 1
    }
    let cell = LooseRow.Cell(column: column, text: text)
    if text.contains(":") { colons += 1 }
    if cell.number != nil || text.first?.isNumber == true { quantities += 1 }
    if cell.number != nil || text.contains(":") || Duration(text: text) != nil { lengths += 1 }
    if !MapWords.sides(text).isEmpty { sides += 1 }
    if MapWords.proposal(text) != nil { kinds += 1 }
    values?.insert(ColumnMap.key(text))
    if let number = values?.count, number > Self.mostValues { values = nil }
  }

  /// Nearly all of them: a table has its slips.
  private func isMost(_ number: Int) -> Bool { count > 0 && number * 10 >= count * 8 }

  var hasTimes: Bool { isMost(times) }
  var hasDays: Bool { isMost(days) }
  var hasClocks: Bool { isMost(clocks) }
  var hasQuantities: Bool { isMost(quantities) && !hasTimes && !hasDays }
  var hasLengths: Bool { isMost(lengths) && !hasTimes && !hasDays }
  /// Whether lengths are written like times of the clock.
  var hasColons: Bool { isMost(colons) }
  var hasSides: Bool { isMost(sides) }
  /// Whether the values are few enough to have a meaning each.
  var hasFewValues: Bool { values != nil && count > 0 }
  /// Whether most values are words that mean a kind.
  var hasKinds: Bool { hasFewValues && kinds * 2 > count }
  /// How many values are words that mean a kind, where there are few different ones.
  var kindCount: Int { hasFewValues ? kinds : 0 }

  func isCalled(_ role: ColumnMap.Role) -> Bool { roles.contains(role) }
}
