public import BabyModel

/// An object whose members are fields of a kind that the reader of the call looks up.
extension FieldInputs: WireValue {
  /// More than any kind has.
  private static let most = 32

  public static var schema: Schema { .open([]) }
  public static var sample: FieldInputs { FieldInputs() }

  public init(wire: WireInput) throws(WireError) {
    guard let members = wire.json.objectValue?.members else { throw WireError(expected: "an object", found: wire) }
    guard members.count <= Self.most else { throw WireError(message: "must have at most \(Self.most) members") }
    var fields: [Field] = []
    for member in members {
      do throws(WireError) { fields.append(Field(member.name.excerpt, try Value(json: member.value))) } catch {
        throw error.within(member.name.excerpt)
      }
    }
    self.init(fields)
  }

  public func write(to writer: inout JSONWriter) {
    writer.json(.object(JSONObject(fields.map { ($0.name, $0.value.json) })))
  }
}

extension FieldInputs.Value {
  init(json: JSON) throws(WireError) {
    switch json {
    case .null: self = .nothing
    case .integer(let number): self = .number(Double(number))
    case .number(let number): self = .number(number)
    case .string(let word):
      guard word.utf8.count <= WireLimit.text else {
        throw WireError(message: "must have at most \(WireLimit.text) bytes")
      }
      self = .word(word)
    default: throw WireError(expected: "a word, a number or null", found: .tree(json))
    }
  }

  fileprivate var json: JSON {
    switch self {
    case .nothing: .null
    case .word(let word): .string(word)
    case .number(let number): .number(number)
    }
  }
}

/// An object whose kind decides which members say what its fields are.
extension EntryInput: WireObject {
  public init(reading members: inout ObjectReader) throws(WireError) {
    let kind = try members.kind("What is logged.")
    self.init(kind, try members.fieldInputs())
  }

  public func write(to members: inout ObjectWriter) {
    members.field("kind", kind)
    for field in fields.fields { members.field(field.name, field.value.json) }
  }
}

// How the fields that are declared for a kind stand on the wire.

extension ObjectReader {
  /// The values of a kind's fields, in their order; nil for what is not there.
  package mutating func values(of kind: KindDeclaration) throws(WireError) -> [FieldValue?] {
    var values: [FieldValue?] = []
    values.reserveCapacity(kind.fields.count)
    for field in kind.fields { values.append(try value(of: field)) }
    return values
  }

  /// Describes the fields that other kinds have, or lets them be.
  ///
  /// - Parameter own: the kind whose fields have been read: others can share their names.
  package mutating func passOver(fieldsOf others: [KindDeclaration], but own: KindDeclaration) throws(WireError) {
    var names = own.memberNames
    for kind in others {
      if isDescribing { _ = try values(of: kind) }
      let new = kind.memberNames.filter { !names.contains($0) }
      passOver(new)
      names += new
    }
  }

  /// The given fields of the kind that was read, or all fields when describing.
  mutating func fieldInputs() throws(WireError) -> FieldInputs {
    var said = FieldInputs()
    for kind in kinds {
      for field in kind.declaration.fields where !field.isOfTimer {
        _ = try value(of: field, isSaid: true)
        if case .declared = kind, field.isRequired, field.standard == nil { try require(field.name) }
        for name in field.saidNames {
          guard let member = peek(name), !member.isNull else { continue }
          said.fields.append(.init(name, try FieldInputs.Value(json: member.json)))
        }
      }
    }
    return said
  }

  /// - Parameter isSaid: a quantity is not also given in the base unit, which follows from the others.
  private mutating func value(of field: FieldDeclaration, isSaid: Bool = false) throws(WireError) -> FieldValue? {
    switch field.type {
    case .choice(let words):
      return try optional(field.name, among: words, field.summary).map { .choice($0) } ?? field.standard
    case .quantity(let quantity):
      let number: Double? = try optional(field.name, in: quantity.plausible, field.summary)
      let unit = try optional(quantity.unitName, among: quantity.unitWords, quantity.unitSummary)
      if !isSaid, let base = quantity.base { let _: Double? = try optional(base.name, base.summary) }
      return number.map { .quantity($0, unit: unit ?? 0) }
    case .seconds(let range): return try optional(field.name, in: range, field.summary).map { .seconds($0) }
    case .instant: return try optional(field.name, field.summary).map { .instant($0) }
    case .count(let range): return try optional(field.name, in: range, field.summary).map { .count($0) }
    case .text:
      return try optional(field.name, field.summary, longest: TextLimits.field.bytes).map { .text($0) }
    }
  }
}

extension FieldDeclaration {
  /// The members of its input.
  fileprivate var saidNames: [String] {
    if case .quantity(let quantity) = type { [name, quantity.unitName] } else { [name] }
  }
}

extension KindDeclaration {
  /// The members that its fields are on the wire.
  fileprivate var memberNames: [String] {
    fields.flatMap { field in
      if case .quantity(let quantity) = field.type {
        [field.name, quantity.unitName] + (quantity.base.map { [$0.name] } ?? [])
      } else {
        [field.name]
      }
    }
  }
}

extension ObjectWriter {
  /// Writes what there is of a kind's fields.
  ///
  /// - Parameter values: of all fields, in their order.
  package mutating func fields(of kind: KindDeclaration, _ values: [FieldValue?]) {
    for (field, value) in zip(kind.fields, values) {
      switch (field.type, value) {
      case (.choice(let words), .choice(let place)?): self.field(field.name, words[place])
      case (.quantity(let quantity), .quantity(let number, let unit)?):
        self.field(field.name, number)
        self.field(quantity.unitName, quantity.unitWords[unit])
        if let base = quantity.base { self.field(base.name, quantity.inBaseUnit(number, unit: unit)) }
      case (.seconds, .seconds(let seconds)?): self.field(field.name, seconds)
      case (.instant, .instant(let instant)?): self.field(field.name, instant)
      case (.count, .count(let count)?): self.field(field.name, count)
      case (.text, .text(let text)?): self.field(field.name, text)
      case (.choice, _), (.quantity, _), (.seconds, _), (.instant, _), (.count, _), (.text, _): break
      }
    }
  }
}
