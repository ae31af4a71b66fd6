import BabyModel

/// One row of Hatch's table. Each row of it, and the header, ends with a comma: there is a last column without a name.
struct HatchRow {
  enum Activity {
    case weight, length, head, sleep, nursing, bottle, pumping, diaper, other

    /// Whether an entry of it has an end.
    var lasts: Bool {
      switch self {
      case .sleep, .nursing, .bottle, .pumping: true
      case .weight, .length, .head, .diaper, .other: false
      }
    }
  }

  let row: LooseRow

  var child: String { row["baby name"] }
  var notes: String { row["notes"] }
  /// The app's word.
  var word: String { row["activity"] }

  /// The row's subject. A feed's details say how; one without details but with an amount was from a bottle, because
  /// nothing else is measured.
  var activity: Activity {
    let words = wordsOfDetails
    switch word.lowercased() {
    case "weight": return .weight
    case "length", "height": return .length
    case "head", "head size", "head circumference": return .head
    case "sleep": return .sleep
    case "diaper", "diaper change": return .diaper
    case "nursing", "breastfeeding", "breast": return .nursing
    case "bottle", "formula": return .bottle
    case "pumping", "pump": return .pumping
    case "feeding", "feed":
      if !words.isDisjoint(with: ["bottle", "formula", "expressed", "pumped"]) { return .bottle }
      // Milk of which the amount is known, and no breast.
      if words.contains("milk"), words.isDisjoint(with: ["left", "right"]), saysVolume { return .bottle }
      if !words.isDisjoint(with: ["nursing", "breast", "left", "right"]) { return .nursing }
      return row["info"].isEmpty && saysVolume ? .bottle : .other
    default: return .other
    }
  }

  /// Whether the amount is one of milk: a number, with a unit of it or none.
  private var saysVolume: Bool {
    guard let declaration = KindDeclaration.amount, let cell = row.cell(["amount"]),
      let value = try? cell.value(of: declaration)
    else { return false }
    return value.number > 0
  }

  /// The words of the details column: the breast, or a diaper's content.
  var wordsOfDetails: Set<String> { Set(row["info"].lowercased().split { !$0.isLetter }.map(String.init)) }

  /// A diaper's content, which is in the amount column of other rows: `Wet + Dirty`.
  var wordsOfDiaper: Set<String> { Set(wordsSaid(row["info"]) + wordsSaid(row["amount"])) }

  /// The quantity of the amount: the app writes no unit.
  var quantity: (ImportQuantity, QuantityDeclaration)? {
    let (quantity, declaration): (ImportQuantity, QuantityDeclaration?) =
      switch activity {
      case .weight: (.weight, KindDeclaration.weight.quantity)
      case .length: (.length, KindDeclaration.length.quantity)
      case .head: (.head, KindDeclaration.head.quantity)
      case .nursing, .bottle, .pumping: (.volume, KindDeclaration.amount)
      case .sleep, .diaper, .other: (.volume, nil)
      }
    return declaration.map { (quantity, $0) }
  }

  /// The app writes no ids.
  func identity(at time: LocalDateTime) -> RowIdentity { RowIdentity(["Hatch", word.lowercased(), time.identity]) }

  /// Data without a field.
  var rest: [String] {
    let used: Set = ["baby name", "start time", "end time", "activity", "amount", "duration", "info", "notes"]
    return row.remarks(besides: used.union([row.author?.column].compactMap(\.self)))
  }

  // MARK: Values

  /// How long it took, where the cell or the column says of what the number is one; nil for none.
  var minutes: Int? {
    guard let cell = row.cell(["duration"]) else { return nil }
    let length = cell.number == nil ? Duration(text: cell.text) : nil
    let minutes = length.map { Int($0.wholeMinutes) } ?? (cell.column.unit == nil ? nil : try? cell.minutes())
    return minutes == 0 ? nil : minutes
  }

  /// - Returns: nil for none.
  func time(_ name: String, in context: ReadingContext, _ zone: ZoneRules) throws(RowFault) -> LocalDateTime? {
    guard let cell = row.cell([name]) else { return nil }
    return try context.wallTime(Self.plain(cell.text), column: cell.column.title, in: zone)
  }

  /// The amount with its unit; nil for none, and for 0.
  func amount(in context: ReadingContext) throws(RowFault) -> (number: Double, unit: String)? {
    guard let (quantity, declaration) = quantity, let cell = row.cell(["amount"]) else { return nil }
    let (number, word) = try cell.value(of: declaration)
    if number == 0 { return nil }
    return (number, try context.unit(word, of: quantity, column: cell.column.title))
  }

  /// The app writes hours of 24 and the half of the day behind them: `22:50 PM`, `0:00 AM`. The half is left out where no
  /// clock of 12 hours shows the hour and it says the same.
  static func plain(_ time: String) -> String {
    let words = time.split(separator: " ")
    guard words.count == 3, let half = words.last?.uppercased(), let hour = words[1].split(separator: ":").first,
      let hour = plainInteger(hour, digits: 2), hour == 0 && half == "AM" || (13...23).contains(hour) && half == "PM"
    else { return time }
    return words.dropLast().joined(separator: " ")
  }
}
