import BabyModel

// Numbers in a table's cells, also as spreadsheets change them.

/// The number in a cell: `8`, `2.75`, also with a comma for the point.
func cellNumber(_ text: String) -> Double? { plainNumber(text) ?? plainNumber(withPoint(text)) }

/// The text with a point for the comma of a number: `3.5 oz` of "3,5 oz".
///
/// A comma before three digits stays, because it may separate thousands, unless only a 0 precedes it.
func withPoint(_ text: String) -> String {
  guard text.utf8.contains(comma) else { return text }
  var bytes = Array(text.utf8)
  var place = 0
  while place < bytes.count {
    let end = bytes[place...].firstIndex { !(isDigit($0) || $0 == comma || $0 == point) } ?? bytes.count
    if let decimals = commaOfDecimals(in: bytes[place..<end]) { bytes[decimals] = point }
    place = end + 1
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// The text without the points of abbreviations: `8 lbs 4 oz` of "8 lbs. 4 oz."
private func withoutPoints(behindLetters text: String) -> String {
  guard text.utf8.contains(point) else { return text }
  var last: Character = " "
  return text.filter { letter in
    defer { last = letter }
    return letter != "." || !last.isLetter
  }
}

/// - Parameter number: digits, commas and points.
private func commaOfDecimals(in number: ArraySlice<UInt8>) -> Int? {
  guard !number.contains(point), let place = number.firstIndex(of: comma), place > number.startIndex else { return nil }
  let decimals = number[(place + 1)...]
  guard !decimals.isEmpty, !decimals.contains(comma) else { return nil }
  return decimals.count != 3 || number[..<place].allSatisfy { $0 == zero } ? place : nil
}

/// The minutes of a duration that looks like a clock time: `0:11` and `0:11:00`, which is hours and minutes, and
/// `12:11:00 AM`, as a spreadsheet may show the same; nil for anything else.
func minutesOfClock(_ text: String) -> Int? {
  let words = text.split(whereSeparator: \.isWhitespace)
  var parts = (words.first ?? "").split(separator: ":", omittingEmptySubsequences: false)
  // A spreadsheet adds seconds.
  if parts.count == 3, let seconds = plainInteger(parts[2], digits: 2), seconds < 60 { parts.removeLast() }
  guard parts.count == 2, words.count <= 2, let hours = plainInteger(parts[0], digits: 2),
    let minutes = plainInteger(parts[1], digits: 2), minutes < 60
  else { return nil }
  guard words.count == 2 else { return hours * 60 + minutes }
  guard let noon = ["AM": 0, "PM": 12][words[1].uppercased()], (1...12).contains(hours) else { return nil }
  return (hours % 12 + noon) * 60 + minutes
}

/// A length in words: `1h 5m`, `65 min`, `0.75 h`, and `PT1H5M` as ISO 8601 has it; nil for anything else.
func lengthInWords(_ text: String) -> Duration? {
  guard text.contains(where: \.isLetter) else { return nil }
  return Duration(text: text.prefix(2).uppercased() == "PT" ? String(text.dropFirst(2)) : text)
}

extension QuantityDeclaration {
  /// A cell's value: a number followed by its unit, also with a decimal comma, and in fluid ounces.
  func reading(inCell text: String) -> (number: Double, unit: String)? {
    let text = withoutPoints(behindLetters: withPoint(text))
    if let reading = reading(text) { return reading }
    let name = text.lowercased()
    return name.contains("fl") ? reading(name.replacing("fl ", with: "")) : nil
  }
}

private let comma = UInt8(ascii: ",")
private let point = UInt8(ascii: ".")
private let zero = UInt8(ascii: "0")
