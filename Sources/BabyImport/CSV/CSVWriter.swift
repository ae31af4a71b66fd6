import BabyModel

/// The columns of an exported table.
enum CSVColumn: String, CaseIterable {
  case id, child, kind, type, start, end, minutes, state, startedSide, breasts, amount, unit, note, author

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

/// One record with its line end (RFC 4180).
func csvLine(_ fields: [String]) -> [UInt8] {
  var line: [UInt8] = []
  for (index, field) in fields.enumerated() {
    if index > 0 { line.append(UInt8(ascii: ",")) }
    let needsQuotes = field.utf8.contains { byte in
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ",") || byte == 0x0a || byte == 0x0d
    }
    if needsQuotes {
      line.append(UInt8(ascii: "\""))
      for byte in field.utf8 {
        if byte == UInt8(ascii: "\"") { line.append(byte) }
        line.append(byte)
      }
      line.append(UInt8(ascii: "\""))
    } else {
      line += field.utf8
    }
  }
  line += [0x0d, 0x0a]
  return line
}
