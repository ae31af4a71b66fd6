extension Words {
  /// The categories of a day's counts.
  public enum Tally: CaseIterable, Sendable {
    case feeds, breastFeeds, bottles, pumpings, diapers, wet, dirty, sleeps, tummyTimes, notes, others, entries
  }

  /// "6 feeds", "1 feed", "4 wet"
  public static func count(_ number: Int, _ tally: Tally) -> String {
    let (one, many) =
      switch tally {
      case .feeds: ("feed", "feeds")
      case .breastFeeds: ("breast feed", "breast feeds")
      case .bottles: ("bottle", "bottles")
      case .pumpings: ("pumping", "pumpings")
      case .diapers: ("diaper", "diapers")
      case .wet: ("wet", "wet")
      case .dirty: ("dirty", "dirty")
      case .sleeps: ("sleep", "sleeps")
      case .tummyTimes: ("tummy time", "tummy times")
      case .notes: ("note", "notes")
      case .others: ("other entry", "other entries")
      case .entries: ("entry", "entries")
      }
    return "\(number) \(number == 1 ? one : many)"
  }

  /// The period of a sum: "30 days"
  public static func days(_ count: Int) -> String { "\(count) \(count == 1 ? "day" : "days")" }
}

extension Words {
  /// "120 ml", "4 oz"
  ///
  /// As it was typed if the units agree. A converted amount is rounded as people do: to whole millilitres and tenths of
  /// an ounce, and finer only for small amounts.
  public static func amount(_ volume: Volume, in unit: VolumeUnit) -> String {
    let places =
      if volume.unit == unit { 2 } else { coarsePlaces(of: volume.converted(to: unit).value, unit) }
    return "\(decimalText(volume.converted(to: unit).value, places: places)) \(unit.rawValue)"
  }

  /// The sum of amounts: "480 ml", "16.2 oz"
  public static func amount(milliliters: Double, in unit: VolumeUnit) -> String {
    let value = milliliters / unit.milliliters
    return "\(decimalText(value, places: coarsePlaces(of: value, unit))) \(unit.rawValue)"
  }

  /// The sum of amounts, with what they were where that is known: "480 ml", "480 ml formula",
  /// "480 ml (300 ml formula, 120 ml breast milk)"
  ///
  /// - Parameter contents: how much of the sum was what, in millilitres.
  public static func amount(
    milliliters: Double, in unit: VolumeUnit, contents: (BottleContent) -> Double
  ) -> String {
    let sum = amount(milliliters: milliliters, in: unit)
    let known = BottleContent.allCases.filter { contents($0) > 0 }
    // Sums of converted amounts differ in their last places.
    if let only = known.first, milliliters - contents(only) < 0.01 { return "\(sum) \(name(of: only))" }
    let parts = known.map { "\(amount(milliliters: contents($0), in: unit)) \(name(of: $0))" }
    return parts.isEmpty ? sum : "\(sum) (\(line(parts, separator: ", ")))"
  }

  /// "formula", "breast milk"
  public static func name(of content: BottleContent) -> String { spaced(content.rawValue) }

  private static func coarsePlaces(of value: Double, _ unit: VolumeUnit) -> Int {
    switch unit {
    case .milliliters: value < 10 ? 1 : 0
    case .ounces: value < 1 ? 2 : 1
    }
  }

  /// A number with a maximum of decimal places and no trailing zeros.
  public static func decimalText(_ number: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (number.magnitude * scale).rounded()
    guard scaled < 1e15 else { return "\(number)" }
    let (whole, remainder) = Int64(scaled).quotientAndRemainder(dividingBy: Int64(scale))
    let text = (number < 0 && scaled > 0 ? "-" : "") + String(whole)
    guard remainder > 0 else { return text }
    var (fraction, places) = (remainder, places)
    while fraction % 10 == 0 { (fraction, places) = (fraction / 10, places - 1) }
    return text + "." + padded(Int(fraction), places)
  }
}
