import BabyModel

/// The fields of a declared kind in one column: a JSON object of words and numbers in the wire's format, so that a
/// program that does not know the kind can pass them on.
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
    var reader = FieldTextReader(text: text)
    let members = try reader.members()
    return try kind.fields.map { field in
      switch field.type {
      case .choice(let words): return try members.place(field.name, among: words).map { .choice($0) }
      case .quantity(let quantity):
        guard let unit = try members.place(quantity.unitName, among: quantity.unitWords) else { return nil }
        guard let number = members.number(field.name), quantity.plausible.contains(number) else { throw Damage() }
        return .quantity(number, unit: unit)
      case .seconds(let range): return try members.whole(field.name, within: range).map { .seconds($0) }
      case .count(let range): return try members.whole(field.name, within: range).map { .count($0) }
      case .text: return try members.word(field.name).map { .text($0) }
      case .instant:
        guard let text = try members.word(field.name) else { return nil }
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
}

/// Reads an object of words and numbers in the format that `FieldText` writes: without blanks, and with only the
/// necessary escapes.
///
/// Years of measurements are read at once: words are not copied until they are needed.
private struct FieldTextReader {
  /// The members of an object. Of two of one name the last one counts.
  struct Members {
    fileprivate enum Value {
      /// Where it lies, without its quotation marks.
      case word(Range<Int>, isEscaped: Bool)
      case number(Double)
    }

    private let text: UnsafeBufferPointer<UInt8>
    fileprivate private(set) var all: [(name: Range<Int>, value: Value)] = []

    fileprivate init(_ text: UnsafeBufferPointer<UInt8>) {
      self.text = text
      all.reserveCapacity(4)
    }

    fileprivate mutating func add(_ name: Range<Int>, _ value: Value) { all.append((name, value)) }

    func number(_ name: String) -> Double? {
      if case .number(let number)? = self[name] { number } else { nil }
    }

    /// - Throws: `Damage` if it is not an integer in the range.
    func whole(_ name: String, within range: ClosedRange<Int>) throws -> Int? {
      guard let number = number(name) else { return nil }
      guard let whole = Int(exactly: number), range.contains(whole) else { throw Damage() }
      return whole
    }

    func word(_ name: String) throws -> String? {
      guard case .word(let range, let isEscaped)? = self[name] else { return nil }
      return isEscaped
        ? String(decoding: try unescaped(range), as: UTF8.self)
        : String(decoding: UnsafeBufferPointer(rebasing: text[range]), as: UTF8.self)
    }

    /// - Throws: `Damage` if it is not one of the words.
    func place(_ name: String, among words: [String]) throws -> Int? {
      guard case .word(let range, false)? = self[name] else {
        if try word(name) != nil { throw Damage() }
        return nil
      }
      guard let place = words.firstIndex(where: { isSame($0, range) }) else { throw Damage() }
      return place
    }

    private subscript(name: String) -> Value? { all.last { isSame(name, $0.name) }?.value }

    private func isSame(_ word: String, _ range: Range<Int>) -> Bool {
      word.utf8.count == range.count && word.utf8.elementsEqual(text[range])
    }

    private func unescaped(_ range: Range<Int>) throws -> [UInt8] {
      var word: [UInt8] = []
      var position = range.lowerBound
      while position < range.upperBound {
        let byte = text[position]
        position += 1
        guard byte == UInt8(ascii: "\\") else {
          word.append(byte)
          continue
        }
        guard position < range.upperBound else { throw Damage() }
        let sign = text[position]
        position += 1
        if sign == UInt8(ascii: "\"") || sign == UInt8(ascii: "\\") {
          word.append(sign)
          continue
        }
        guard sign == UInt8(ascii: "u"), position + 4 <= range.upperBound,
          let number = UInt8(String(decoding: text[position..<position + 4], as: UTF8.self), radix: 16), number < 0x20
        else { throw Damage() }
        position += 4
        word.append(number)
      }
      return word
    }
  }

  let text: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// - Throws: `Damage` for anything but an object of words and numbers.
  mutating func members() throws -> Members {
    var members = Members(text)
    try take("{")
    while next != UInt8(ascii: "}") {
      if !members.all.isEmpty { try take(",") }
      let name = try word().range
      try take(":")
      if next == UInt8(ascii: "\"") {
        let (range, isEscaped) = try word()
        members.add(name, .word(range, isEscaped: isEscaped))
      } else {
        members.add(name, .number(try number()))
      }
    }
    position += 1
    guard position == text.count else { throw Damage() }
    return members
  }

  private var next: UInt8? { position < text.count ? text[position] : nil }

  private mutating func take(_ sign: Unicode.Scalar) throws {
    guard next == UInt8(ascii: sign) else { throw Damage() }
    position += 1
  }

  private mutating func word() throws -> (range: Range<Int>, isEscaped: Bool) {
    try take("\"")
    let start = position
    var isEscaped = false
    while let next, next != UInt8(ascii: "\"") {
      position += 1
      if next == UInt8(ascii: "\\") {
        isEscaped = true
        position += 1
      }
    }
    let range = start..<min(position, text.count)
    try take("\"")
    return (range, isEscaped)
  }

  private mutating func number() throws -> Double {
    let start = position
    while let next, next != UInt8(ascii: ","), next != UInt8(ascii: "}") { position += 1 }
    guard position < text.count, let number = Double(String(decoding: text[start..<position], as: UTF8.self)) else {
      throw Damage()
    }
    return number
  }
}
