import BabyImport
import BabyModel
import BabyProtocol
import BabyStore

/// What an import was asked to do, with all words understood.
struct ImportPlan: Sendable {
  var params: DataImport.Params
  /// Meaning of the columns of tables in an unknown format.
  var map: ColumnMap?
  var format: ImportFormat?
  var choices: ImportChoices
  /// All children that are there, and the caller's current one; none and nil before the first child.
  var children: [ImportTarget]
  var current: ImportTarget?
  /// Days on which a log can have anything.
  var life: ClosedRange<LocalDate>
  var undone: Set<EntryID>
}

extension LogbookReader {
  /// - Throws: `BabyError.importFormatUnknown`, `.importInvalid`, `.childNotFound`, `.zoneUnknown`.
  func plan(_ params: DataImport.Params, map: ColumnMap?, now: Instant) throws -> ImportPlan {
    let mapped = ImportFormat.mappedCSV.rawValue
    if params.format == mapped, map == nil {
      throw BabyError.importInvalid("Files of the format \(mapped) need a map.")
    }
    if let format = params.format, format != mapped, map != nil {
      throw BabyError.importInvalid("A map is for files of the format \(mapped), and not \(format.excerpt).")
    }
    let targets = try transaction.children().map { child in
      ImportTarget(child: child, zone: try zone(params.zone ?? child.zone))
    }
    let current: Child?
    do { current = try child(params.childID) } catch BabyError.noChild { current = nil }
    let target = targets.first { $0.child.id == current?.id }
    let today = target?.zone.local(now).date ?? ZoneRules.utc.local(now).date
    let born = targets.map(\.child.born).min() ?? today
    return ImportPlan(
      params: params, map: map, format: try params.format.map { try ImportFormat(named: $0) },
      choices: ImportChoices(
        dateOrder: try params.dateOrder.map(Self.dateOrder), units: try Self.units(params),
        child: params.childID == nil ? nil : target, isZoneSaid: params.zone != nil),
      children: targets, current: target,
      // A clock that is wrong by a day puts no row out of a life.
      life: min(born, today).adding(days: -1)...today.adding(days: 1), undone: try transaction.undoneEntries())
  }

  private static func dateOrder(_ word: String) throws(BabyError) -> DateOrder {
    guard let order = DateOrder(rawValue: word), order != .ask else {
      throw .importInvalid("dateOrder is one of \(DateOrder.dayMonth.rawValue) and \(DateOrder.monthDay.rawValue).")
    }
    return order
  }

  /// Units of numbers that carry none. A head is measured as a length is.
  private static func units(_ params: DataImport.Params) throws(BabyError) -> [ImportQuantity: String] {
    let words: [(ImportQuantity, String?)] = [
      (.volume, params.volume), (.weight, params.weight), (.length, params.length), (.head, params.length),
      (.temperature, params.temperature),
    ]
    var units: [ImportQuantity: String] = [:]
    for case (let quantity, let word?) in words {
      guard quantity.units.contains(word) else {
        throw .importInvalid("\(quantity.rawValue) is one of \(quantity.units.joined(separator: ", ")).")
      }
      units[quantity] = word
    }
    return units
  }
}
