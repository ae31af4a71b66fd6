extension QuantityDeclaration {
  /// A number as people read it: a weight or a temperature in the chosen unit, and any other as it was typed.
  func text(_ number: Double, unit: Int, in measures: MeasureUnits) -> String {
    guard measures != MeasureUnits(), let chosen = unitWords.firstIndex(where: measures.words.contains), chosen != unit
    else { return units[unit].text(number) }
    let converted = (inBaseUnit(number, unit: unit) - units[chosen].offset) / units[chosen].factor
    // To whole ounces, to tenths of a degree, and to ten grams, where the grams were not typed.
    let steps: Double =
      if let parts = units[chosen].parts { parts.perWhole } else if base?.name == "valueCelsius" { 10 } else {
        unitWords[unit] == "g" ? 1000 : 100
      }
    return units[chosen].text((converted * steps).rounded() / steps)
  }

  /// A number and its unit's word, as a program has written them: "37.6°C", "8 lb 3 oz", "150ml".
  ///
  /// - Returns: nil for anything else, for a number that cannot be, and for a text of more than 40 bytes.
  public func reading(_ text: String) -> (number: Double, unit: String)? {
    guard text.utf8.count <= 40 else { return nil }
    var rest = text[...]
    guard var number = Self.takeNumber(&rest), let unit = units.firstIndex(where: { $0.takeName(&rest) }) else {
      return nil
    }
    if let parts = units[unit].parts, let more = Self.takeNumber(&rest) {
      guard Self.take(parts.names, from: &rest), more < parts.perWhole else { return nil }
      number += more / parts.perWhole
    }
    guard rest.allSatisfy(\.isWhitespace), plausible.contains(number) else { return nil }
    return (number, unitWords[unit])
  }

  /// The unit that a program calls so: "KG", "ML"
  public func unit(called name: String) -> String? {
    var rest = name[...]
    guard let unit = units.firstIndex(where: { $0.takeName(&rest) }), rest.allSatisfy(\.isWhitespace) else {
      return nil
    }
    return unitWords[unit]
  }

  private static func takeNumber(_ text: inout Substring) -> Double? {
    let start = text.drop(while: \.isWhitespace)
    let digits = start.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let first = digits.first, first != ".", digits.last != ".", let number = Double(digits) else { return nil }
    text = start.dropFirst(digits.count)
    return number
  }

  /// Takes the longest of some names that stands here as a separate word.
  fileprivate static func take(_ names: [[String]], from text: inout Substring) -> Bool {
    let start = text.drop(while: \.isWhitespace)
    for name in names.map({ $0.joined(separator: " ") }) where start.lowercased().hasPrefix(name) {
      let rest = start.dropFirst(name.count)
      guard rest.first?.isLetter != true else { continue }
      text = rest
      return true
    }
    return false
  }
}

extension QuantityDeclaration.Unit {
  fileprivate func takeName(_ text: inout Substring) -> Bool { QuantityDeclaration.take(names, from: &text) }
}
