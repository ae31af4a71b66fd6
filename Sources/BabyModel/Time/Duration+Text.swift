extension Duration {
  /// Reads a length of time as people write it: `40m`, `1h 20m`, `1h20m`, `90 min`, `2 hours`, `for 40m`; `m` is minutes.
  ///
  /// Nil for anything else. Zero is read; whether it makes sense is the caller's to say.
  /// - Parameter bareMinutes: a number without a unit means minutes.
  public init?(text: some StringProtocol, bareMinutes: Bool = false) {
    guard text.utf8.count <= TimeExpression.longestText else { return nil }
    var rest = text.lowercased()[...].trimmed
    if rest.hasPrefix("for ") { rest = rest.dropFirst(4).trimmed }
    if bareMinutes, let minutes = Self.number(rest) {
      self = .minutes(minutes)
      return
    }
    var seconds = 0
    // Each unit may come once, the larger ones first.
    var lastUnit = Int.max
    while !rest.isEmpty {
      let digits = rest.prefix(while: { $0.isASCII && $0.isNumber })
      rest = rest.dropFirst(digits.count).trimmed
      let letters = rest.prefix(while: { $0.isASCII && $0.isLetter })
      rest = rest.dropFirst(letters.count).trimmed
      guard let number = Self.number(digits), let unit = Self.seconds(inOne: letters), unit < lastUnit else {
        return nil
      }
      seconds += number * unit
      lastUnit = unit
    }
    guard lastUnit != .max else { return nil }
    self = .seconds(seconds)
  }

  /// At most five digits: no baby sleeps longer, and nothing overflows.
  private static func number(_ digits: Substring) -> Int? {
    (1...5).contains(digits.utf8.count) ? decimal(digits) : nil
  }

  private static func seconds(inOne unit: Substring) -> Int? {
    switch unit {
    case "h", "hr", "hrs", "hour", "hours": 3600
    case "m", "min", "mins", "minute", "minutes": 60
    case "s", "sec", "secs", "second", "seconds": 1
    default: nil
    }
  }
}

extension Substring {
  /// Without white space around it.
  var trimmed: Substring {
    var rest = drop(while: \.isWhitespace)
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
