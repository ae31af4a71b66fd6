public import BabyModel

/// An object whose members are fields of a kind that the reader of the call looks up.
extension SaidFields: WireValue {
  /// More than any kind has.
  private static let most = 32

  public static var schema: Schema { .open([]) }
  public static var sample: SaidFields { SaidFields() }

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

extension SaidFields.Value {
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
    self.init(kind, try members.saidFields())
  }

  public func write(to members: inout ObjectWriter) {
    members.field("kind", kind)
    for field in fields.fields { members.field(field.name, field.value.json) }
  }
}
