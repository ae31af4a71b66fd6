extension QuantityDeclaration {
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

  /// Takes the longest of some names that stands here as a word of its own.
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
