/// The properties of an entry that decide which fields it has.
public enum EntrySort: Hashable, Sendable {
  case breast, bottle, pumping
  /// All entries of the kind have the same.
  case kind(KindDeclaration)

  public init(_ content: EntryContent) {
    if case .feeding(let feeding) = content {
      self.init(feeding.method)
    } else {
      self = .kind(content.kind.declaration)
    }
  }

  public init(_ method: FeedingMethod) {
    switch method {
    case .breast: self = .breast
    case .bottle: self = .bottle
    case .pumping: self = .pumping
    }
  }

  /// The fields that it has beside time and note, as they are named on the wire.
  public var fields: [String] {
    switch self {
    case .breast: ["method", "startedSide", "breasts", "leftSeconds", "rightSeconds"]
    case .bottle: ["method", "amount", "unit", "content"]
    case .pumping: ["method", "startedSide", "breasts", "amount", "unit"]
    case .kind(let kind): kind.fieldNames
    }
  }

  /// With its article: "a breast feed"
  public var words: String {
    switch self {
    case .breast: "a breast feed"
    case .bottle: "a bottle"
    case .pumping: "pumping"
    case .kind(let kind): kind.noun
    }
  }
}

extension FieldError {
  /// A field that does not go with what the entry is: "does not apply to a bottle, which has method, amount, unit".
  public static func misfit(_ field: String, _ sort: EntrySort) -> FieldError {
    let fields = sort.fields.isEmpty ? "only a time and a note" : sort.fields.joined(separator: ", ")
    return FieldError(field, "does not apply to \(sort.words), which has \(fields)")
  }
}
