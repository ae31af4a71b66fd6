import BabyModel

/// One row of a table of Glow Baby's.
struct GlowRow {
  let table: GlowTable
  let row: LooseRow

  /// When it was. What was measured has a day and no time: noon stands for it.
  func time(in context: ReadingContext, _ zone: ZoneRules) throws(RowFault) -> LocalDateTime {
    let (text, column) = (row[table.time], row.title([table.time]))
    if table == .growth, let day = WallTimeText(text), day.timeOfDay == nil {
      guard let date = day.date(context.dates), let noon = TimeOfDay(hour: 12, minute: 0) else {
        throw .unreadable(column: column)
      }
      return LocalDateTime(date, noon)
    }
    return try context.wallTime(text, column: column, in: zone)
  }

  /// The app writes no ids. A time may have several foods.
  func identity(at time: LocalDateTime) -> RowIdentity {
    let foods = table == .solids ? [row["ingredients"].lowercased()] : []
    return RowIdentity(["Glow Baby", table.rawValue, time.identity] + foods)
  }

  /// Data without a field.
  var rest: [String] {
    row.remarks(
      besides: Set([table.time] + table.columns + [row.author?.column].compactMap(\.self)), allOf: table.measures)
  }

  /// A quantity that the app gives in two units.
  struct Measure {
    var number: Double
    var unit: String
    /// The same in the other unit, where it is not the same.
    var other: String?
  }

  /// The metric number, or the only one that there is; nil for none, and for 0.
  ///
  /// - Throws: `RowFault.unreadable`, also for an unknown unit.
  func measure(of quantity: QuantityDeclaration, _ name: String) throws(RowFault) -> Measure? {
    var found: [(number: Double, unit: Int, cell: LooseRow.Cell)] = []
    for cell in row.cells(name) {
      let (number, word) = try cell.value(of: quantity)
      guard let unit = word.flatMap(quantity.unitWords.firstIndex) else { throw cell.fault }
      if number > 0 { found.append((number, unit, cell)) }
    }
    let metric = found.firstIndex { Self.metric.contains(quantity.unitWords[$0.unit]) }
    guard let index = metric ?? found.indices.first else { return nil }
    let chosen = found[index]
    let base = quantity.inBaseUnit(chosen.number, unit: chosen.unit)
    let others = found.indices.filter { other in
      let number = quantity.inBaseUnit(found[other].number, unit: found[other].unit)
      // Both are rounded, the one to whole millilitres and the other to tenths of an ounce at the worst.
      return other != index && abs(number - base) > 0.05 * max(number, base)
    }
    return Measure(
      number: chosen.number, unit: quantity.unitWords[chosen.unit],
      other: others.isEmpty ? nil : others.map { found[$0].cell.remark }.joined(separator: ", "))
  }

  private static let metric: Set = ["ml", "kg", "cm"]
}
