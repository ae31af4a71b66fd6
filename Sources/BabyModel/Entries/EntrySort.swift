/// What an entry is, as far as it decides which fields it has.
public enum EntrySort: Hashable, Sendable {
  case breast, bottle, pumping, diaper, sleep, tummyTime, note

  public init(_ content: EntryContent) {
    switch content {
    case .feeding(let feeding): self.init(feeding.method)
    case .diaper: self = .diaper
    case .sleep: self = .sleep
    case .tummyTime: self = .tummyTime
    case .note: self = .note
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
    case .bottle: ["method", "amount", "unit"]
    case .pumping: ["method", "startedSide", "breasts", "amount", "unit"]
    case .diaper: ["type"]
    case .note: ["category"]
    case .sleep, .tummyTime: []
    }
  }

  /// With its article: "a feed at the breast"
  public var words: String {
    switch self {
    case .breast: "a breast feed"
    case .bottle: "a bottle"
    case .pumping: "pumping"
    case .diaper: "a diaper"
    case .sleep: "a sleep"
    case .tummyTime: "tummy time"
    case .note: "a note"
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
