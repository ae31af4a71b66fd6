/// The given values of a kind's fields, each by its name on the wire.
public struct FieldInputs: Hashable, Sendable {
  /// The value of a field as it was given, before its declaration is applied.
  public enum Value: Hashable, Sendable {
    case word(String)
    case number(Double)
    /// Explicitly no value.
    case nothing
  }

  /// A value with its field's name on the wire.
  public struct Field: Hashable, Sendable {
    public var name: String
    public var value: Value

    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  public var fields: [Field]

  public init(_ fields: [Field] = []) { self.fields = fields }

  /// All that a kind's fields are.
  ///
  /// - Parameter values: of all fields, in their order.
  public init(_ values: [FieldValue?], of kind: KindDeclaration) {
    self.init(
      zip(kind.fields, values).flatMap { field, value -> [Field] in
        switch (field.type, value) {
        case (.choice(let words), .choice(let place)?): [Field(field.name, .word(words[place]))]
        case (.quantity(let quantity), .quantity(let number, let unit)?):
          [Field(field.name, .number(number)), Field(quantity.unitName, .word(quantity.unitWords[unit]))]
        case (.seconds, .seconds(let seconds)?): [Field(field.name, .number(Double(seconds)))]
        case (.instant, .instant(let instant)?): [Field(field.name, .word(instant.utcText))]
        case (.count, .count(let count)?): [Field(field.name, .number(Double(count)))]
        case (.text, .text(let text)?): [Field(field.name, .word(text))]
        case (.choice, _), (.quantity, _), (.seconds, _), (.instant, _), (.count, _), (.text, _): []
        }
      })
  }

  /// The last value given for a name.
  fileprivate func value(_ name: String) -> Value? { fields.last { $0.name == name }?.value }
}

extension EntryContent {
  /// An entry's content from the given values, with defaults for the others.
  ///
  /// - Throws: `BabyError.entryInvalid` with all that is wrong.
  public init(_ kind: EntryKind, fields inputs: FieldInputs) throws(BabyError) {
    try self.init(kind, kind.declaration.fields.map(\.standard), fields: inputs)
  }

  /// The same content with the given values replaced.
  ///
  /// - Throws: `BabyError.entryInvalid` with all that is wrong.
  public func changed(by inputs: FieldInputs) throws(BabyError) -> EntryContent {
    try EntryContent(kind, values, fields: inputs)
  }

  private init(_ kind: EntryKind, _ old: [FieldValue?], fields inputs: FieldInputs) throws(BabyError) {
    let values = try inputs.values(of: kind.declaration, replacing: old)
    if let missing = kind.declaration.missingField(in: values) {
      throw .entryInvalid([FieldError(missing.name, "is missing")])
    }
    guard let content = EntryContent(kind, values) else { throw .entryInvalid([]) }
    self = content
  }
}

extension FieldInputs {
  /// The values of all of a kind's fields, in their order.
  ///
  /// - Parameter old: the values of the fields that are not given.
  /// - Throws: `BabyError.entryInvalid` with all that is wrong.
  fileprivate func values(
    of kind: KindDeclaration, replacing old: [FieldValue?]
  ) throws(BabyError) -> [FieldValue?] {
    let known = kind.fieldNames
    var errors = fields.filter { !known.contains($0.name) }.map { FieldError.misfit($0.name, .kind(kind)) }
    var values = old
    for (index, field) in kind.fields.enumerated() {
      do throws(BabyError) { values[index] = try field.value(old[index], from: self) } catch {
        errors += error.fields
      }
    }
    guard errors.isEmpty else { throw .entryInvalid(errors) }
    return values
  }

  /// The values of all of a kind's fields, in their order; nil for those that are not given.
  ///
  /// - Throws: `BabyError.entryInvalid` with all that is wrong.
  func values(of kind: KindDeclaration) throws(BabyError) -> [FieldValue?] {
    try values(of: kind, replacing: kind.fields.map { _ in nil })
  }

  /// The unit of an amount; nil if none is given.
  var unit: VolumeUnit? {
    if case .word(let word)? = value("unit") { VolumeUnit(rawValue: word) } else { nil }
  }
}

extension FieldDeclaration {
  fileprivate func value(_ old: FieldValue?, from inputs: FieldInputs) throws(BabyError) -> FieldValue? {
    switch (type, inputs.value(name)) {
    case (.quantity(let quantity), _): return try value(old, of: quantity, from: inputs)
    case (_, nil): return old
    case (_, .nothing?): return nil
    case (.choice(let words), .word(let word)?): return .choice(try Self.place(of: word, among: words, name))
    case (.choice(let words), .number?): throw Self.invalid(name, oneOf: words)
    case (.seconds(let range), let value?):
      return .seconds(try whole(value, within: range, "a whole number of seconds"))
    case (.count(let range), let value?): return .count(try whole(value, within: range, "a whole number"))
    case (.instant, let value?):
      guard case .word(let word) = value, let instant = Instant(rfc3339: word), Instant.plausible.contains(instant)
      else { throw .entryInvalid([FieldError(name, "must be a time in RFC 3339")]) }
      return .instant(instant)
    case (.text, .word(let text)?): return .text(text.trimmed)
    case (.text, .number(let number)?): return .text(Words.decimalText(number, places: 3))
    }
  }

  /// - Parameter kind: "a whole number"
  private func whole(
    _ value: FieldInputs.Value, within range: ClosedRange<Int>, _ kind: String
  ) throws(BabyError) -> Int {
    // Compared before the conversion, because a number outside this range may not fit into an integer at all.
    guard case .number(let number) = value, Double(range.lowerBound)...Double(range.upperBound) ~= number,
      number == number.rounded()
    else {
      throw .entryInvalid([
        FieldError(name, "must be \(kind) from \(range.lowerBound) to \(range.upperBound)")
      ])
    }
    return Int(number)
  }

  private func value(
    _ old: FieldValue?, of quantity: QuantityDeclaration, from inputs: FieldInputs
  ) throws(BabyError) -> FieldValue? {
    var (number, unit): (Double?, Int) = (nil, 0)
    if case .quantity(let oldNumber, let oldUnit)? = old { (number, unit) = (oldNumber, oldUnit) }
    switch inputs.value(name) {
    case nil: break
    case .nothing?: return nil
    case .word?: throw .entryInvalid([FieldError(name, "must be a number")])
    case .number(let given)?:
      guard quantity.plausible.contains(given) else {
        let bounds = [quantity.plausible.lowerBound, quantity.plausible.upperBound].map {
          Words.decimalText($0, places: 3)
        }
        throw .entryInvalid([FieldError(name, "must be between \(bounds[0]) and \(bounds[1])")])
      }
      number = given
    }
    switch inputs.value(quantity.unitName) {
    case nil, .nothing?: break
    case .word(let word)?: unit = try Self.place(of: word, among: quantity.unitWords, quantity.unitName)
    case .number?: throw Self.invalid(quantity.unitName, oneOf: quantity.unitWords)
    }
    return number.map { .quantity($0, unit: unit) }
  }

  private static func place(of word: String, among words: [String], _ name: String) throws(BabyError) -> Int {
    guard let place = words.firstIndex(of: word) else { throw invalid(name, oneOf: words) }
    return place
  }

  private static func invalid(_ name: String, oneOf words: [String]) -> BabyError {
    .entryInvalid([FieldError(name, "must be one of \(words.joined(separator: ", "))")])
  }
}
