import BabyModel

/// The columns of an exported table.
enum CSVColumn: String, CaseIterable {
  case id, child, kind, type, start, end, minutes, state, startedSide, breasts, amount, unit, note, author

  static let all = allCases

  /// Empty where the entry has no such thing.
  func text(of entry: Entry, child: Child, zone: ZoneRules) -> String {
    switch self {
    case .id: entry.id.description
    case .child: child.name
    case .kind: entry.kind.rawValue
    case .type: Self.type(of: entry.content)
    case .start: entry.start.text(in: zone)
    case .end: entry.end?.text(in: zone) ?? ""
    case .minutes: entry.duration.map { String($0.wholeMinutes) } ?? ""
    case .state: entry.isRunning ? "running" : entry.endUnknown ? "endUnknown" : ""
    case .startedSide: entry.feeding?.startedSide?.rawValue ?? ""
    case .breasts: entry.feeding?.breasts?.rawValue ?? ""
    case .amount: entry.feeding?.amount.map { Self.number($0.value) } ?? ""
    case .unit: entry.feeding?.amount?.unit.rawValue ?? ""
    case .note: entry.note ?? ""
    case .author: entry.author ?? ""
    }
  }

  private static func type(of content: EntryContent) -> String {
    switch content {
    case .feeding(let feeding): feeding.method.rawValue
    case .diaper(let type): type.rawValue
    case .note(let category): category.rawValue
    case .sleep, .tummyTime: ""
    }
  }

  /// With a decimal point, and without a fraction that is 0.
  private static func number(_ value: Double) -> String { Int64(exactly: value)?.description ?? value.description }
}

extension Entry {
  fileprivate var feeding: Feeding? {
    if case .feeding(let feeding) = content { feeding } else { nil }
  }
}

extension [UInt8] {
  /// Appends one record with its line end (RFC 4180).
  mutating func appendCSVLine<Fields: Sequence>(_ fields: Fields, _ text: (Fields.Element) -> String) {
    var isFirst = true
    for field in fields {
      if !isFirst { append(UInt8(ascii: ",")) }
      isFirst = false
      var text = text(field)
      text.withUTF8 { appendCSVField($0) }
    }
    append(0x0d)
    append(0x0a)
  }

  private mutating func appendCSVField(_ field: UnsafeBufferPointer<UInt8>) {
    let needsQuotes = field.contains { byte in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == 0x0a || byte == 0x0d
    }
    guard needsQuotes else { return append(contentsOf: field) }
    append(UInt8(ascii: "\""))
    for byte in field {
      if byte == UInt8(ascii: "\"") { append(byte) }
      append(byte)
    }
    append(UInt8(ascii: "\""))
  }
}
