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

  /// Wholes of a unit and what is beyond them: `ft 3 in` behind `2`, `ft, 2.8 in`, `ft`.
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
