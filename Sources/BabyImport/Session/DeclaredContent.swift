import BabyModel

extension EntryContent {
  /// Values of another app's columns, as a declared kind.
  ///
  /// - Parameter column: what is named if it cannot be.
  init(_ kind: KindDeclaration, _ fields: [SaidFields.Field], column: String) throws(RowFault) {
    do throws(BabyError) {
      self = try EntryContent(.declared(kind), saying: SaidFields(fields))
    } catch {
      throw .unreadable(column: column)
    }
  }

  /// A measurement, in the app's unit.
  static func measured(
    _ kind: KindDeclaration, _ number: Double, unit: String, and others: [SaidFields.Field] = [], column: String
  ) throws(RowFault) -> EntryContent {
    try EntryContent(kind, [.init("value", .number(number)), .init("unit", .word(unit))] + others, column: column)
  }

  /// A medicine; without a dose if that is not a number with a unit.
  static func medicine(
    _ name: String, dose: (number: Double, unit: String)?, column: String
  ) throws(RowFault) -> EntryContent {
    let amount: [SaidFields.Field] =
      dose.map { [.init("dose", .number($0.number)), .init("unit", .word($0.unit))] } ?? []
    return try EntryContent(.medicine, [.init("name", .word(name))] + amount, column: column)
  }
}

extension KindDeclaration {
  /// The number that a kind is about: a measured value, a dose.
  var quantity: QuantityDeclaration? {
    for case .quantity(let quantity) in fields.map(\.type) { return quantity }
    return nil
  }
}

extension String {
  /// Whether it can be a field of an entry: something that is no longer than the field has room for, in one line.
  func fits(_ limit: TextLimit = TextLimits.field) -> Bool {
    !isEmpty && limit.problem(with: self) == nil
      && unicodeScalars.allSatisfy {
        // Those that turn text around are formats; so is what joins some emoji, which a note takes.
        $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
      }
  }
}
