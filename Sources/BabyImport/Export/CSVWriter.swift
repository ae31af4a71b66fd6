import BabyModel

/// The columns of an exported table, which `ExportedRow` reads back.
enum CSVColumn: String, CaseIterable {
  case id, child, kind, type, start, end, minutes, state, startedSide, breasts, amount, unit, note, author
  case leftSeconds, rightSeconds
  case name, doseNumber, site, reaction, allergens, intervalSeconds, mostPerDay
  /// The start and the end again, in local time of the child's zone: spreadsheets recognize these as dates and times,
  /// but read a time with an offset as text.
  case startDate, startTime, endDate, endTime
  /// The current side or pause of a running feed.
  case timedSide, timedSince, pausedSince
  /// A bottle's content.
  case content
  /// Day and time in one cell, which LibreOffice reads as a date. By default it reads a time alone as text.
  case startLocal, endLocal

  static let all = allCases
  /// How many there were in tables that earlier versions wrote; each version added some at the end.
  static let formerCounts = [14, 16, 23, 27, 31]
  private static let positions = Dictionary(uniqueKeysWithValues: zip(all, 0...))

  /// From 0.
  var position: Int { Self.positions[self] ?? 0 }

  /// Appends the field of an entry; nothing where the entry has no such thing.
  ///
  /// Straight into the bytes: strings in between took longer than all the rest of an export.
  ///
  /// - Parameter own: the values of its kind's fields.
  func append(
    _ entry: Entry, _ own: [FieldValue?], of child: Child, in zone: ZoneRules, to bytes: inout [UInt8]
  ) {
    switch self {
    case .id: bytes.append(upTo: 36, entry.id.write)
    case .child: bytes.appendCSVField(SpreadsheetText.guarded(child.name))
    case .kind: bytes.appendCSVField(entry.kind.rawValue)
    case .type, .startedSide, .breasts, .amount, .unit, .leftSeconds, .rightSeconds, .name, .doseNumber, .site,
      .reaction, .allergens, .intervalSeconds, .mostPerDay, .timedSide, .timedSince, .pausedSince,
      .content:
      append(entry.kind.declaration, own, in: zone, to: &bytes)
    case .start: bytes.append(entry.start, in: zone)
    case .end: if let end = entry.end { bytes.append(end, in: zone) }
    case .minutes: if let duration = entry.duration { bytes.appendCSVField(String(duration.wholeMinutes)) }
    case .state: bytes.appendCSVField(entry.isRunning ? "running" : entry.endUnknown ? "endUnknown" : "")
    case .startDate: bytes.append(entry.start, in: zone, part: 0..<10)
    case .startTime: bytes.append(entry.start, in: zone, part: 11..<19)
    case .endDate: if let end = entry.end { bytes.append(end, in: zone, part: 0..<10) }
    case .endTime: if let end = entry.end { bytes.append(end, in: zone, part: 11..<19) }
    case .startLocal: bytes.append(entry.start, in: zone, part: 0..<19)
    case .endLocal: if let end = entry.end { bytes.append(end, in: zone, part: 0..<19) }
    case .note: bytes.appendCSVField(entry.note.map(SpreadsheetText.guarded))
    case .author: bytes.appendCSVField(entry.author.map(SpreadsheetText.guarded))
    }
  }

  /// Appends the values of this column from a kind's fields.
  private func append(_ kind: KindDeclaration, _ own: [FieldValue?], in zone: ZoneRules, to bytes: inout [UInt8]) {
    for (field, value) in zip(kind.fields, own) {
      switch (field.type, value) {
      case (.choice(let words), .choice(let place)?) where field.heading == rawValue:
        bytes.appendCSVField(words[place])
      case (.quantity, .quantity(let number, _)?) where field.heading == rawValue:
        bytes.appendCSVField(Self.number(number))
      case (.quantity(let quantity), .quantity(_, let unit)?) where quantity.unitName == rawValue:
        bytes.appendCSVField(quantity.unitWords[unit])
      case (.seconds, .seconds(let seconds)?) where field.heading == rawValue:
        bytes.appendCSVField(String(seconds))
      case (.instant, .instant(let instant)?) where field.heading == rawValue: bytes.append(instant, in: zone)
      case (.count, .count(let count)?) where field.heading == rawValue: bytes.appendCSVField(String(count))
      case (.text, .text(let text)?) where field.heading == rawValue:
        bytes.appendCSVField(SpreadsheetText.guarded(text))
      case (.choice, _), (.quantity, _), (.seconds, _), (.instant, _), (.count, _), (.text, _): break
      }
    }
  }

  /// With a decimal point, and without a fraction that is 0.
  private static func number(_ value: Double) -> String { Int64(exactly: value)?.description ?? value.description }
}

extension [UInt8] {
  /// Appends one record with its line end (RFC 4180).
  ///
  /// - Parameter append: appends one field.
  mutating func appendCSVLine<Fields: Sequence>(
    _ fields: Fields, _ append: (Fields.Element, inout [UInt8]) -> Void
  ) {
    var isFirst = true
    for field in fields {
      if !isFirst { self.append(UInt8(ascii: ",")) }
      isFirst = false
      append(field, &self)
    }
    self.append(0x0d)
    self.append(0x0a)
  }

  /// Appends a field, in quotes where it needs them; nil is an empty one.
  mutating func appendCSVField(_ field: String?) {
    guard var field, !field.isEmpty else { return }
    field.withUTF8 { field in
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

  fileprivate mutating func append(_ instant: Instant, in zone: ZoneRules) {
    append(upTo: 29) { instant.write(to: $0, in: zone) }
  }

  /// - Parameter part: of a text such as `2026-11-20T13:00:00.000+01:00`.
  fileprivate mutating func append(_ instant: Instant, in zone: ZoneRules, part: Range<Int>) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 29) { buffer in
      let count = instant.write(to: buffer, in: zone)
      append(contentsOf: UnsafeBufferPointer(rebasing: buffer[part.clamped(to: 0..<count)]))
    }
  }

  /// - Parameter write: writes at most the given number of bytes, and returns how many.
  fileprivate mutating func append(upTo capacity: Int, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      append(contentsOf: UnsafeBufferPointer(rebasing: buffer[..<write(buffer)]))
    }
  }
}

/// Escapes text that a spreadsheet would interpret as a formula, which can send other cells anywhere.
///
/// Such a text gets an apostrophe before it, as spreadsheets have it. One that has apostrophes before a formula already
/// gets one more, so that each can be undone.
enum SpreadsheetText {
  private static let apostrophe = UInt8(ascii: "'")
  /// The characters that can begin a formula (OWASP, CSV injection).
  private static let beginnings: [UInt8] = Array("=+-@\t\r\n".utf8)

  static func guarded(_ text: String) -> String { isFormula(text) ? "'" + text : text }

  /// The text that was guarded; any other stays as it is.
  static func unguarded(_ text: String) -> String {
    guard text.utf8.first == apostrophe, isFormula(text) else { return text }
    return String(decoding: text.utf8.dropFirst(), as: UTF8.self)
  }

  private static func isFormula(_ text: String) -> Bool {
    text.utf8.first { $0 != apostrophe }.map(beginnings.contains) ?? false
  }
}
