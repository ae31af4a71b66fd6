extension PhraseRules {
  var isFeeding: Bool {
    !parts.sides.isEmpty || parts.saysEach || (parts.saysBoth && !parts.says(any: [.diaper, .wet, .dirty]))
      || parts.amount != nil || isOfBottleOrPump
      || parts.says(any: [.feed, .breast]) || parts.switches || parts.pauses || parts.resumes
  }

  /// Whether a word of it belongs to a bottle or to pumping.
  var isOfBottleOrPump: Bool { parts.says(any: [.bottle, .milk, .pump]) || !parts.contents.isEmpty }

  func feeding() throws(PhraseRefusal) -> PhraseReading {
    if let reading = whoLeft { return reading }
    if let action = try goingOn() {
      let point = (parts.at ?? parts.from ?? parts.to).map(pointText)
      return .understood(Phrase(action: action, time: TimeTexts(at: point)))
    }
    if parts.switches, parts.sides.isEmpty { throw .contradiction("Say which side it was, such as left 10m right 5m.") }
    // `both ate`
    if parts.saysBoth, parts.saysFed, !parts.says(.breast), lengths.isEmpty, parts.numbers.isEmpty {
      throw .severalChildren
    }
    let isPump = parts.says(.pump)
    let saysBreast = parts.says(.breast) || (!isPump && (!parts.sides.isEmpty || parts.saysBoth || parts.saysEach))
    // Breast milk at the breast and from pumping.
    let isOfBottle = parts.says(.milk) || parts.contents == [.breastMilk]
    let isOther = !parts.contents.isEmpty && parts.contents != [.breastMilk]
    let saysBottle = parts.says(.bottle) || isOther || (isOfBottle && !isPump && !saysBreast)
    guard [isPump, saysBreast, saysBottle].filter(\.self).count < 2 else { throw .severalThings }
    var method: FeedingMethod? = isPump ? .pumping : saysBreast ? .breast : saysBottle ? .bottle : nil
    if method == .breast, parts.amount != nil { throw .contradiction("A feed at the breast has no amount.") }

    var lengths = lengths
    if isPump, let reading = unclearSum { return reading }
    guard parts.secondAmount == nil else { throw .contradiction("That is more than one amount.") }
    if method == .breast {
      if let reading = unclearSides { return reading }
      guard lengths.isEmpty || parts.numbers.isEmpty else { throw .contradiction("That is more than one length.") }
      if let reading = unclearMinutes { return reading }
      // `nursed for 1`
      if let number = parts.unmeasured, number.value <= Self.longestInHours {
        return .unclear(["h", "min"].map { replacing(number, with: "\(spelled(number)) \($0)") })
      }
      if lengths.isEmpty { lengths = parts.numbers.map(\.range) }
      // `20 min, left 10 min, right 10 min`: answers tell the sum as well.
      let said = lengths.compactMap(duration)
      if lengths.count == 3, said.count == 3, said[0] == said[1] + said[2], parts.sidesBeforeLength == 0 {
        lengths.removeFirst()
      }
    } else if let number = parts.numbers.first {
      // `14.30 bottle 120ml`
      if number.mayBeTime, parts.numbers.count == 1, parts.amount != nil, !parts.hasTime, lengths.isEmpty {
        var phrase = try feed(method, lengths, amount: nil)
        phrase.time = dotted(number)
        return .understood(phrase)
      }
      guard parts.numbers.count == 1, parts.amount == nil else {
        throw .contradiction("That is more than one amount.")
      }
      guard number.value > 0 else { throw .contradiction("An amount has to be more than 0.") }
      // `3/4 of a bottle`
      guard number.value >= 1 || text.text(of: number.range).utf8.contains(UInt8(ascii: ".")) else {
        throw .contradiction("Say how much it was, such as bottle 3oz.")
      }
      guard let value = self.amount(number, method) else { return .unclear(choices(number, method)) }
      return try .understood(feed(method ?? .bottle, lengths, amount: value))
    }
    // How much milk a bottle held last says nothing of water.
    if method == .bottle, parts.contents == [.water], parts.amount == nil {
      throw .contradiction("Say how much water it was, such as water 30ml.")
    }
    if isPump, parts.from != nil, parts.to == nil, lengths.isEmpty {
      throw .contradiction("Pumping has no timer: log it when it is over, such as pumped 80ml for 15 min.")
    }
    if method == nil, parts.amount == nil, lengths.isEmpty, isFromTo || parts.saysFed || parts.from != nil,
      context.feedingStyle != .bottle
    {
      // The time is given, but not the kind.
      return .unclear(
        (["left", "right", "both"] + (context.feedingStyle == .breast ? [] : ["bottle"])).map(fresh))
    }
    if method == nil, parts.amount == nil, !lengths.isEmpty {
      method = context.feedingStyle == .bottle ? .bottle : .breast
    }
    return try .understood(feed(method, lengths, amount: nil))
  }

  private var isFromTo: Bool { parts.span != nil || (parts.from ?? parts.at) != nil && parts.to != nil }

  /// `she left`, `left in the car`: a person may have left. It means a breast only in a phrase about a feed.
  private var whoLeft: PhraseReading? {
    guard parts.saysWhoLeft, parts.sides.count == 1, let side = parts.sides.first, parts.things.isEmpty,
      parts.contents.isEmpty,
      parts.amount == nil, lengths.isEmpty, parts.numbers.isEmpty, !parts.saysBoth, !parts.saysEach, !parts.starts,
      !parts.stops, !parts.switches, !parts.resumes, parts.span == nil
    else { return nil }
    return .unclear([fresh("\(side.rawValue) breast"), "note \(text.text(of: 0..<text.tokens.count))"])
  }

  /// `pumped 2oz left 3oz right`, `pumped 60 each side`: an entry has what both gave together.
  private var unclearSum: PhraseReading? {
    var amounts = parts.numbers.map { (value: $0.value, unit: VolumeUnit?.none) }
    for amount in [parts.amount, parts.secondAmount].compactMap(\.self) { amounts.append((amount.value, amount.unit)) }
    guard lengths.isEmpty, let first = amounts.first, amounts.allSatisfy({ $0.unit == first.unit }),
      amounts.count == 2 && parts.sides.count == 2 || amounts.count == 1 && parts.saysEach
    else { return nil }
    let sum = amounts.count == 2 ? amounts[0].value + amounts[1].value : 2 * first.value
    let unit = first.unit ?? likelyUnit(sum, .pumping)
    var sums = ["\(Words.decimalText(sum, places: 3)) \(unit.rawValue)"]
    if first.unit == nil, sum <= Self.longestPlainFeed { sums.append("\(Words.decimalText(sum, places: 1)) min") }
    return .unclear(sums.map { fresh("pumped both \($0)") })
  }

  /// `nursed 10 and 10`: what each breast took, the left one first or the right one.
  private var unclearSides: PhraseReading? {
    let ranges = lengths + parts.numbers.map(\.range)
    guard parts.sides.isEmpty, !parts.saysEach, ranges.count == 2, lengths.isEmpty || parts.numbers.isEmpty,
      !parts.numbers.contains(where: \.mayBeTime)
    else { return nil }
    let times = ranges.map { text.text(of: $0) + (lengths.isEmpty ? " min" : "") }
    if times[0] == times[1] { return .unclear([fresh("\(times[0]) each side")]) }
    return .unclear(["left \(times[0]) right \(times[1])", "right \(times[0]) left \(times[1])"].map(fresh))
  }

  /// Minutes at the breast that may be a time, or are in an unusual format: `12.15`, `2 1/2`.
  private var unclearMinutes: PhraseReading? {
    guard
      let number = parts.numbers.first(where: {
        $0.mayBeTime || Duration(text: spelled($0), bareMinutes: true) == nil
      })
    else { return nil }
    var said = ["\(number.value) min"]
    if number.mayBeTime, !parts.hasTime { said.append("at \(spelled(number).replacingPoint)") }
    return .unclear(said.map { replacing(number, with: $0) })
  }

  private func feed(
    _ method: FeedingMethod?, _ lengths: [Range<Int>], amount: Double?
  ) throws(PhraseRefusal) -> Phrase {
    var sides = parts.sides
    let each = lengths.count == 2 && sides.count == 2 ? lengths.compactMap(duration) : []
    // `left 0 right 5`
    if each.count == 2, (each[0] == .zero) != (each[1] == .zero) {
      guard !parts.saysBoth else { throw .contradiction("That contradicts itself.") }
      sides.remove(at: each[0] == .zero ? 0 : 1)
    }
    let isBoth = parts.saysBoth || parts.saysEach || sides.count == 2
    let breasts: Breasts? = isBoth ? .both : sides.isEmpty ? nil : .one
    var phrase = Phrase(
      action: .feeding(
        method ?? (parts.amount == nil ? nil : .bottle), startedSide: sides.first, breasts: breasts,
        amount: amount ?? parts.amount?.value, unit: parts.amount?.unit,
        content: method == .bottle ? parts.contents.first : nil),
      time: try time(length: totalLength(lengths)))
    // `finished 5 oz at 1`: a bottle has one time.
    if method != .breast, parts.amount != nil || method != nil, phrase.time == TimeTexts(to: phrase.time.to) {
      phrase.time = TimeTexts(at: phrase.time.to)
    }
    if each.count == 2, sides.count == 2 {
      let left = sides.first == .left ? 0 : 1
      (phrase.left, phrase.right) = (each[left], each[1 - left])
    }
    guard parts.saysEach else { return phrase }
    guard method == .breast, lengths.count == 1, let each = duration(lengths[0]), parts.amount == nil, amount == nil
    else { throw Self.eachUnclear }
    (phrase.left, phrase.right) = (each, each)
    return phrase
  }

  private static let eachUnclear = PhraseRefusal.contradiction(
    "Say how much it was in all, or how long each breast took, such as left 10m right 10m.")

  private func duration(_ range: Range<Int>) -> Duration? { Duration(text: text.text(of: range), bareMinutes: true) }

  /// The action on a running breast feed; nil for a finished feed.
  private func goingOn() throws(PhraseRefusal) -> Phrase.Action? {
    let isMeasured = parts.amount != nil || !lengths.isEmpty || !parts.numbers.isEmpty
    // `left 10m then switched right 5m`, `done nursing left 15m`
    if isMeasured, !parts.starts, !parts.pauses, !parts.resumes { return nil }
    // `started left at 2, ended 2:15`
    if parts.stops, parts.to != nil, parts.at ?? parts.from != nil, !parts.switches, !parts.pauses, !parts.resumes {
      return nil
    }
    let isNow = parts.at.map { text.tokens[$0.upperBound - 1].word == "now" } ?? true
    let isOpen = isNow && parts.to == nil && parts.span == nil
    let startsOnSide =
      parts.startsOnSide && !parts.saysBoth && !parts.saysEach && !parts.stops && parts.to == nil
      && parts.span == nil && parts.sides.count == 1 && !isOfBottleOrPump
    let starts =
      parts.starts || startsOnSide || parts.isNursing && !parts.stops && !parts.switches && !parts.saysBoth && isOpen
    // `left since 2` is running.
    let isSince =
      parts.from != nil && parts.to == nil && !parts.saysBoth && !parts.saysEach && !isOfBottleOrPump
      && (parts.sides.count == 1 || parts.sides.isEmpty && parts.says(.breast))
    guard starts || isSince || parts.stops || parts.switches || parts.pauses || parts.resumes else { return nil }
    guard !isOfBottleOrPump, parts.amount == nil else {
      throw .contradiction("Only a feed at the breast has a timer: log the rest when it is over, such as bottle 4oz.")
    }
    guard !isMeasured else {
      throw .contradiction("Say when it was, such as start left 5 min ago, or log what is over, such as left 15m.")
    }
    guard [parts.starts, parts.stops, parts.switches, parts.pauses, parts.resumes].count(where: \.self) < 2,
      !parts.saysBoth, parts.sides.count < 2, parts.span == nil,
      [parts.at, parts.from, parts.to].compactMap(\.self).count < 2
    else { throw .contradiction("Say one thing at a time: start left, switch sides, pause, resume or done feeding.") }
    let side = parts.sides.first
    if parts.switches { return .nursing(.switchSides(to: side)) }
    if parts.pauses { return .nursing(.pause) }
    if parts.resumes { return .nursing(.resume(side)) }
    return parts.stops ? .stop(.feeding) : .startFeeding(side)
  }

  /// The total duration of both sides; nil without durations.
  private func totalLength(_ lengths: [Range<Int>]) throws(PhraseRefusal) -> String? {
    let texts = lengths.map(text.text(of:))
    if parts.saysEach, lengths.count == 1, let each = duration(lengths[0]) {
      return "\((each + each).components.seconds)s"
    }
    guard lengths.count > 1 || parts.sides.count > 1 else { return texts.first }
    guard let first = texts.first else { return nil }
    if lengths.count == 1, parts.sidesBeforeLength != 1 || parts.saysBoth { return first }
    guard lengths.count == 2, parts.sides.count == 2 else {
      throw .contradiction("Say how long each side took, such as left 10m right 5m, or both together: both 15m.")
    }
    let parsed = lengths.compactMap(duration)
    guard parsed.count == 2 else { throw .contradiction("Say how long each side took, such as left 10m right 5m.") }
    return "\((parsed[0] + parsed[1]).components.seconds)s"
  }

  /// A number without a unit: the amount in the configured unit, if it is likely and nothing else is possible.
  private func amount(_ number: PhraseParts.Number, _ method: FeedingMethod?) -> Double? {
    guard !number.mayBeTime || parts.hasTime, isLikely(number.value, context.units, method) else { return nil }
    let mayBeLength = method == nil && number.value <= Self.longestPlainFeed
    if mayBeLength, context.feedingStyle == .breast || context.feedingStyle != .bottle && lengths.isEmpty { return nil }
    return number.value
  }

  /// Up to this many, a number may mean hours as well as minutes.
  private static let longestInHours = 2.0

  /// Minutes: a plain number in a phrase about a feed never means a longer one.
  private static let longestPlainFeed = 60.0

  private func isLikely(_ value: Double, _ unit: VolumeUnit, _ method: FeedingMethod?) -> Bool {
    let milliliters = Volume(value, unit).milliliters
    let most = method == .pumping ? EntryLimits.pumpingMilliliters : EntryLimits.feedMilliliters
    return milliliters >= (unit == .milliliters ? QuickLog.leastMilliliters : unit.milliliters / 4)
      && milliliters <= most
  }

  private func choices(_ number: PhraseParts.Number, _ method: FeedingMethod?) -> [String] {
    var said = amounts(number, method)
    if method == nil, number.value <= Self.longestPlainFeed, number.value == number.value.rounded(),
      lengths.isEmpty
    {
      said.append("\(spelled(number)) min")
    }
    if number.mayBeTime, !parts.hasTime { said.append("at \(spelled(number).replacingPoint)") }
    return said.map { replacing(number, with: $0) }
  }

  /// The amount that a number may be: in the unit that is set or, where that is not likely, in the other.
  func amounts(_ number: PhraseParts.Number, _ method: FeedingMethod? = nil) -> [String] {
    ["\(spelled(number)) \(likelyUnit(number.value, method).rawValue)"]
  }

  func likelyUnit(_ value: Double, _ method: FeedingMethod? = nil) -> VolumeUnit {
    let units = [context.units] + VolumeUnit.allCases.filter { $0 != context.units }
    return units.first { isLikely(value, $0, method) } ?? context.units
  }

  func spelled(_ number: PhraseParts.Number) -> String { text.text(of: number.range) }
}
