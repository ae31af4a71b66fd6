extension TokenReader {
  /// How many of something, as people write it: `2.5`, `2,5`, `1/2`, `1 1/2`, `half a`, `one and a half`, `three`. Whether
  /// it has a fraction that was not written as a decimal.
  mutating func count() -> (value: Double, isFraction: Bool)? {
    if let part = attempt({ $0.spokenFraction() }) ?? attempt({ $0.fractionSign() }) { return (part, true) }
    if let decimal = attempt({ $0.spokenDecimal() }) { return (decimal, true) }
    guard let whole = decimalNumber()?.value ?? spelledNumber().map(Double.init) else { return nil }
    guard whole == whole.rounded() else { return (whole, false) }
    if let divided = attempt({ $0.divided(whole) }) { return (divided, true) }
    if let more = attempt({ $0.fractionBehindWhole() }) { return (whole + more, true) }
    return (whole, false)
  }

  /// `three point five`, `38 point 5`, `point two five`.
  private mutating func spokenDecimal() -> Double? {
    let isBelowOne = take(any: [["zero"], ["nought"]]) || word() == "point"
    guard let whole = isBelowOne ? 0 : number(digits: 1...3) ?? spelledNumber(), take("point") else { return nil }
    if let digits = number(digits: 1...2) {
      return Double(whole) + Double(digits) / (tokens[position - 1].range.count == 1 ? 10 : 100)
    }
    guard let tenths = digit() else { return nil }
    return Double(whole) + (Double(tenths * 10) + Double(attempt { $0.digit() } ?? 0)) / 100
  }

  private mutating func digit() -> Int? {
    if take(any: [["zero"], ["oh"]]) { return 0 }
    return spelledNumber().flatMap { $0 < 10 ? $0 : nil }
  }

  /// `half a`, `half of a`, `a half`, `a quarter of an`, `three quarters of a`.
  private mutating func spokenFraction() -> Double? {
    let value: Double
    if take(any: [["three", "quarters"]]) {
      value = 0.75
    } else if take(any: [["a", "half"], ["half"]]) {
      value = 0.5
    } else if take(any: [["a", "quarter"], ["quarter"]]) {
      value = 0.25
    } else {
      return nil
    }
    // `half past three`, `quarter to four`, `half an hour`
    let isOfClock = word().map { ["past", "to", "after", "before", "till", "hour"].contains($0) } ?? false
    guard !isOfClock, word() != "an" || word(1) != "hour" else { return nil }
    _ = take("of")
    _ = take(any: [["a"], ["an"]])
    return value
  }

  /// The fraction after the integer of `1 1/2`, `1 and 1/2`, `one and a half`.
  private mutating func fractionBehindWhole() -> Double? {
    if take(any: [["and", "a", "half"], ["and", "half"]]) { return 0.5 }
    if take(any: [["and", "a", "quarter"]]) { return 0.25 }
    if take(any: [["and", "three", "quarters"]]) { return 0.75 }
    // `4-1/2`
    _ = take("and") || take(sign: "-", glued: true)
    if let part = fractionSign() { return part }
    guard let number = number(digits: 1...2) else { return nil }
    return divided(Double(number))
  }

  /// `½` and the like, each as a separate word.
  private mutating func fractionSign() -> Double? {
    guard let part = word().flatMap({ Self.fractions[$0] }) else { return nil }
    position += 1
    return part
  }

  private static let fractions: [String: Double] = [
    "½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1.0 / 3, "⅔": 2.0 / 3, "⅛": 0.125, "⅜": 0.375, "⅝": 0.625, "⅞": 0.875,
  ]

  /// The divisor after the first number of `1/2`: people write no fraction with a divisor larger than sixteen.
  private mutating func divided(_ number: Double) -> Double? {
    guard take(sign: "/", glued: true), let divisor = self.number(digits: 1...2, glued: true),
      (2...16).contains(divisor), number > 0, number < Double(divisor)
    else { return nil }
    // `1/2/2021`
    if next?.kind == .sign(UInt8(ascii: "/")), isGlued { return nil }
    return number / Double(divisor)
  }

  /// Numbers of which one is meant: what stands between `4-6`, `4 to 6`, `4 or 6`.
  mutating func takeRangeSign() -> Bool { take(sign: "-") || take(any: [["to"], ["or"]]) }
}

extension StringProtocol {
  /// With the quotation marks of a keyboard's automatic correction as the plain ones, “ as ", and with the nought before a
  /// point: `.5` as 0.5.
  var withPlainSigns: String {
    guard utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: ".") }) else { return String(self) }
    var plain = ""
    var (isPoint, isSpaced) = (false, true)
    for scalar in unicodeScalars {
      if isPoint { plain += (("0"..."9").contains(scalar) ? "0" : "") + "." }
      isPoint = scalar == "." && isSpaced
      isSpaced = scalar.properties.isWhitespace
      switch scalar {
      case "." where isPoint: break
      case "“", "”", "„", "«", "»", "″": plain += "\""
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return isPoint ? plain + "." : plain
  }
}

extension TokenReader {
  /// Takes a unit that one side of a concentration has.
  mutating func takeMeasure() -> Bool {
    take(any: ["mg", "mcg", "µg", "g", "iu", "units", "ml", "l", "kg", "drop", "drops", "tablet", "puff"].map { [$0] })
  }

  /// A number and its unit, with the smaller or larger unit that people combine with it: `5ml`, `7 lb 4 oz`, `2 ft 3
  /// in`, `a drop`.
  mutating func quantity(_ quantity: QuantityDeclaration) -> (number: Double, unit: Int)? {
    attempt { reader in
      guard var number = reader.count()?.value ?? (reader.take(any: [["a"], ["an"]]) ? 1 : nil) else { return nil }
      if let wholes = reader.attempt({ $0.wholes(number, of: quantity) }) { return wholes }
      guard let unit = reader.unit(of: quantity) else { return nil }
      if let parts = quantity.units[unit].parts {
        number += (reader.attempt { $0.number(of: parts) } ?? 0) / parts.perWhole
      } else if let rest = reader.attempt({ $0.number(below: unit, of: quantity) }) {
        number = ((number + rest) * 1_000_000).rounded() / 1_000_000
      }
      return (number, unit)
    }
  }

  /// Takes a unit.
  mutating func unit(of quantity: QuantityDeclaration) -> Int? {
    quantity.units.indices.first { place in
      let unit = quantity.units[place]
      if unit.word == "in" {
        // `24"`, and not `3 in the morning`.
        if next?.kind == .quote, isGlued {
          position += 1
          return true
        }
        if word() == "in", word(1) == "the" { return false }
      }
      return take(any: unit.names)
    }
  }

  /// A number of a unit's parts: `4oz` behind `7lb`.
  private mutating func number(of parts: QuantityDeclaration.Unit.Parts) -> Double? {
    _ = take("and") || take(sign: ",")
    guard let number = count()?.value, take(any: parts.names) else { return nil }
    return number
  }

  /// `200 g` behind `3 kg`, in the larger unit: of units that go into each other in tens.
  private mutating func number(below unit: Int, of quantity: QuantityDeclaration) -> Double? {
    guard quantity.base != nil else { return nil }
    _ = take("and") || take(sign: ",")
    guard let number = count()?.value, let smaller = self.unit(of: quantity) else { return nil }
    let ratio = (quantity.units[unit].factor / quantity.units[smaller].factor).rounded()
    return [10, 1000].contains(ratio) && number < ratio ? number / ratio : nil
  }

  /// Whole units and the rest: `ft 3 in` after `2`, `ft, 2.8 in`, `ft`.
  private mutating func wholes(_ count: Double, of quantity: QuantityDeclaration) -> (number: Double, unit: Int)? {
    for (place, unit) in quantity.units.enumerated() {
      guard let whole = unit.whole, take(any: whole.names) else { continue }
      let rest = attempt { reader -> Double? in
        _ = reader.take(sign: ",") || reader.take("and")
        guard let rest = reader.count()?.value, reader.unit(of: quantity) == place else { return nil }
        return rest
      }
      return (count * whole.parts + (rest ?? 0), place)
    }
    return nil
  }
}
