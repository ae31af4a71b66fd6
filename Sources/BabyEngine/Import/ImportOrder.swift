public import BabyImport
import BabyModel
import BabyStore

/// The options of an import.
public struct ImportOrder: Hashable, Sendable {
  /// Id or name; nil for the caller's current child, or those that the files name.
  public var child: String?
  /// The files' format; nil detects it.
  public var format: String?
  /// IANA zone of the files' clock times; nil is the child's.
  public var zone: String?
  public var dateOrder: String?
  /// Units of numbers that carry none, by the quantity: "volume": "oz". A head is measured as a length is.
  public var units: [String: String] = [:]
  /// Meaning of the columns of tables in an unknown format.
  public var map: ColumnMap?
  /// Whether to guess such a map, and to import nothing.
  public var guessesMap = false
  public var keepsSimilar = false
  /// Whether rows that cannot be read are handed back as they were written.
  public var keepsRefused = false
  public var isDryRun = false

  public init(child: String? = nil, format: String? = nil, zone: String? = nil, isDryRun: Bool = false) {
    self.child = child
    self.format = format
    self.zone = zone
    self.isDryRun = isDryRun
  }
}

/// An order with all its words understood.
struct ImportPlan: Sendable {
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
  func plan(_ order: ImportOrder, now: Instant) throws -> ImportPlan {
    let mapped = ImportFormat.mappedCSV.rawValue
    if order.format == mapped, order.map == nil {
      throw BabyError.importInvalid("Files of the format \(mapped) need a map.")
    }
    if let format = order.format, format != mapped, order.map != nil {
      throw BabyError.importInvalid("A map is for files of the format \(mapped), and not \(format.excerpt).")
    }
    let targets = try transaction.children().map { child in
      ImportTarget(child: child, zone: try zone(order.zone ?? child.zone))
    }
    let current: Child?
    do { current = try child(order.child) } catch BabyError.noChild { current = nil }
    let target = targets.first { $0.child.id == current?.id }
    let today = target?.zone.local(now).date ?? ZoneRules.utc.local(now).date
    let born = targets.map(\.child.born).min() ?? today
    return ImportPlan(
      format: try order.format.map { try ImportFormat(named: $0) },
      choices: ImportChoices(
        dateOrder: try order.dateOrder.map(Self.dateOrder), units: try Self.units(order.units),
        child: order.child == nil ? nil : target, isZoneSaid: order.zone != nil),
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

  private static func units(_ words: [String: String]) throws(BabyError) -> [ImportQuantity: String] {
    var units: [ImportQuantity: String] = [:]
    for (name, word) in words {
      guard let quantity = ImportQuantity(rawValue: name), quantity.units.contains(word) else {
        let choices = ImportQuantity(rawValue: name)?.units ?? []
        throw .importInvalid("\(name) is one of \(choices.joined(separator: ", ")).")
      }
      units[quantity] = word
      if quantity == .length { units[.head] = word }
    }
    return units
  }
}
