// The one place where what an entry is made of becomes the fields that are declared for its kind, and the other way.

extension EntryContent {
  /// The values of its kind's fields, in their order.
  public var values: [FieldValue?] {
    switch self {
    case .feeding(let feeding):
      [
        .choice(feeding.method), feeding.startedSide.map { .choice($0) }, feeding.breasts.map { .choice($0) },
        feeding.amount.map { .quantity($0) }, feeding.content.map { .choice($0) },
        feeding.left.map { .seconds(Int($0.components.seconds)) },
        feeding.right.map { .seconds(Int($0.components.seconds)) },
        feeding.turn.map { .choice($0.side) },
        feeding.turn.flatMap { $0.isPaused ? nil : .instant($0.since) },
        feeding.turn.flatMap { $0.isPaused ? .instant($0.since) : nil },
      ]
    case .diaper(let type): [.choice(type)]
    case .sleep, .tummyTime: []
    case .note(let category): [.choice(category)]
    case .declared(_, let values): values
    }
  }

  /// - Parameter values: of all of the kind's fields, in their order.
  /// - Returns: nil if a required value is missing or not one of the declared ones.
  public init?(_ kind: EntryKind, _ values: [FieldValue?]) {
    guard values.count == kind.declaration.fields.count else { return nil }
    switch kind {
    case .feeding:
      guard let method = values[0]?.word(FeedingMethod.self) else { return nil }
      self = .feeding(
        Feeding(
          method: method, startedSide: values[1]?.word(), breasts: values[2]?.word(),
          amount: values[3]?.volume, content: values[4]?.word(), left: values[5]?.seconds, right: values[6]?.seconds,
          turn: NursingTurn(
            side: values[7]?.word(), timedSince: values[8]?.instant, pausedSince: values[9]?.instant)))
    case .diaper:
      guard let type = values[0]?.word(DiaperType.self) else { return nil }
      self = .diaper(type)
    case .sleep: self = .sleep
    case .tummyTime: self = .tummyTime
    case .note:
      guard let category = values[0]?.word(NoteCategory.self) else { return nil }
      self = .note(category)
    case .declared(let kind):
      guard kind.missingField(in: values) == nil else { return nil }
      self = .declared(kind, values)
    }
  }
}
