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
