/// The input for an entry: a kind, and values of its fields. The rules of quick logging fill in the rest.
public struct EntryInput: Hashable, Sendable {
  public let kind: EntryKind
  public let fields: FieldInputs

  public init(_ kind: EntryKind, _ fields: FieldInputs = FieldInputs()) {
    self.kind = kind
    self.fields = fields
  }

  /// - Parameter fields: those that have no value are left out.
  private init(_ kind: EntryKind, _ fields: [(name: String, value: FieldInputs.Value?)]) {
    self.init(
      kind, FieldInputs(fields.compactMap { field in field.value.map { FieldInputs.Field(field.name, $0) } }))
  }
}

extension EntryInput {
  public static let sleep = EntryInput(.sleep)
  public static let tummyTime = EntryInput(.tummyTime)

  /// A feed at the breast or from a bottle, or pumping.
  ///
  /// - Parameters:
  ///   - amount: in `unit`, or in the family's unit if that is nil.
  ///   - leftSeconds: time at the left breast.
  ///   - rightSeconds: time at the right breast.
  public static func feeding(
    method: FeedingMethod? = nil, startedSide: Side? = nil, breasts: Breasts? = nil, amount: Double? = nil,
    unit: VolumeUnit? = nil, content: BottleContent? = nil, leftSeconds: Int? = nil, rightSeconds: Int? = nil
  ) -> EntryInput {
    EntryInput(
      .feeding,
      [
        ("method", method?.said), ("startedSide", startedSide?.said),
        ("breasts", breasts?.said), ("amount", amount.map { .number($0) }),
        ("unit", unit?.said), ("content", content?.said),
        ("leftSeconds", leftSeconds.map { .number(Double($0)) }),
        ("rightSeconds", rightSeconds.map { .number(Double($0)) }),
      ])
  }

  /// - Parameter type: nil is the same as last time.
  public static func diaper(_ type: DiaperType? = nil) -> EntryInput {
    EntryInput(.diaper, [("type", type?.said)])
  }

  /// - Parameter category: nil is general.
  public static func note(_ category: NoteCategory? = nil) -> EntryInput {
    EntryInput(.note, [("category", category?.said)])
  }
}

extension RawRepresentable<String> {
  fileprivate var said: FieldInputs.Value { .word(rawValue) }
}
