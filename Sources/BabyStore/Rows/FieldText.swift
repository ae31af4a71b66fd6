import BabyModel

/// The fields of a kind that is declared and nothing more, as they lie in one column: a JSON object of words and numbers,
/// as they stand on the wire, so that who does not know the kind can pass them on.
enum FieldText {
  static func text(_ values: [FieldValue?], of kind: KindDeclaration) -> String {
    var members: [String] = []
    for (field, value) in zip(kind.fields, values) {
      switch (field.type, value) {
      case (.choice(let words), .choice(let place)?): members.append("\"\(field.name)\":\"\(words[place])\"")
      case (.quantity(let quantity), .quantity(let number, let unit)?):
        members.append("\"\(field.name)\":\(number)")
        members.append("\"\(quantity.unitName)\":\"\(quantity.unitWords[unit])\"")
      case (.seconds, .seconds(let seconds)?): members.append("\"\(field.name)\":\(seconds)")
      case (.instant, .instant(let instant)?): members.append("\"\(field.name)\":\"\(instant.utcText)\"")
      case (.count, .count(let count)?): members.append("\"\(field.name)\":\(count)")
      case (.text, .text(let text)?): members.append("\"\(field.name)\":\"\(escaped(text))\"")
      case (.choice, _), (.quantity, _), (.seconds, _), (.instant, _), (.count, _), (.text, _): break
      }
    }
    return "{\(members.joined(separator: ","))}"
  }

  /// - Returns: the values of all fields, in their order. What is not declared is passed over.
  /// - Throws: `Damage` for anything that `text` cannot have written.
  static func values(_ text: UnsafeBufferPointer<UInt8>?, of kind: KindDeclaration) throws -> [FieldValue?] {
    guard let text, text.count <= RelayedEntry.mostContent else { throw Damage() }
    var reader = Reader(text: text)
    let members = try reader.members()
    return try kind.fields.map { field in
      switch field.type {
      case .choice(let words): return try place(members.words[field.name], among: words).map { .choice($0) }
      case .quantity(let quantity):
        guard let unit = try place(members.words[quantity.unitName], among: quantity.unitWords) else { return nil }
        guard let number = members.numbers[field.name], quantity.plausible.contains(number) else { throw Damage() }
        return .quantity(number, unit: unit)
      case .seconds(let range): return try whole(members.numbers[field.name], within: range).map { .seconds($0) }
      case .count(let range): return try whole(members.numbers[field.name], within: range).map { .count($0) }
      case .text: return members.words[field.name].map { .text($0) }
      case .instant:
        guard let text = members.words[field.name] else { return nil }
        guard let instant = Instant(rfc3339: text), Instant.plausible.contains(instant) else { throw Damage() }
        return .instant(instant)
      }
    }
  }

  /// A text within quotation marks.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": escaped += "\\\(scalar)"
      case "\0"..<" ": escaped += "\\u00" + String(scalar.value >> 4, radix: 16) + String(scalar.value & 0xF, radix: 16)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  private static func whole(_ number: Double?, within range: ClosedRange<Int>) throws -> Int? {
    guard let number else { return nil }
    guard let whole = Int(exactly: number), range.contains(whole) else { throw Damage() }
    return whole
  }

  private static func place(_ word: String?, among words: [String]) throws -> Int? {
    guard let word else { return nil }
    guard let place = words.firstIndex(of: word) else { throw Damage() }
    return place
  }

  /// Reads an object without blanks, of words and of numbers. In words only what has to be is escaped.
  private struct Reader {
    let text: UnsafeBufferPointer<UInt8>
    var position = 0

    mutating func members() throws -> (words: [String: String], numbers: [String: Double]) {
      var (words, numbers): ([String: String], [String: Double]) = ([:], [:])
      try take("{")
      while next != UInt8(ascii: "}") {
        if !words.isEmpty || !numbers.isEmpty { try take(",") }
        let name = try word()
        try take(":")
        if next == UInt8(ascii: "\"") { words[name] = try word() } else { numbers[name] = try number() }
      }
      position += 1
      guard position == text.count else { throw Damage() }
      return (words, numbers)
    }

    private mutating func number() throws -> Double {
      guard let number = Double(try rest { ",}".utf8.contains($0) }) else { throw Damage() }
      return number
    }

    private var next: UInt8? { position < text.count ? text[position] : nil }

    private mutating func take(_ sign: Unicode.Scalar) throws {
      guard next == UInt8(ascii: sign) else { throw Damage() }
      position += 1
    }

    private mutating func word() throws -> String {
      try take("\"")
      var word: [UInt8] = []
      while let next, next != UInt8(ascii: "\"") {
        position += 1
        guard next == UInt8(ascii: "\\") else {
          word.append(next)
          continue
        }
        word.append(try escaped())
      }
      try take("\"")
      return String(decoding: word, as: UTF8.self)
    }

    /// The sign that stands behind a backslash.
    private mutating func escaped() throws -> UInt8 {
      guard let sign = next else { throw Damage() }
      position += 1
      if sign == UInt8(ascii: "\"") || sign == UInt8(ascii: "\\") { return sign }
      guard sign == UInt8(ascii: "u"), position + 4 <= text.count,
        let number = UInt8(String(decoding: text[position..<position + 4], as: UTF8.self), radix: 16), number < 0x20
      else { throw Damage() }
      position += 4
      return number
    }

    /// What stands before a sign, which has to come.
    private mutating func rest(until isEnd: (UInt8) -> Bool) throws -> String {
      let start = position
      while let next, !isEnd(next) { position += 1 }
      guard position < text.count else { throw Damage() }
      return String(decoding: text[start..<position], as: UTF8.self)
    }
  }
}
