/// Defaults for entries with few details: the last-used values, or the apps' defaults. Never 0 ml and never 0 s.
public struct QuickLog: Hashable, Sendable {
  /// A bottle's amount.
  public var amount: Volume
  /// The breast that a feed begins with.
  public var side: Side
  public var diaperType: DiaperType
  public var tummyDuration: Duration

  public init(facts: DashboardFacts, settings: Settings) {
    amount = Self.amount(last: facts.usualBottle, units: settings.units)
    side = .suggested(after: facts.lastBreastFeeding) ?? .left
    diaperType = Self.diaperType(last: facts.lastDiaper)
    tummyDuration = Self.tummyDuration(last: facts.lastTummyTime)
  }

  /// The same press twice within this time is one: a button that bounces.
  public static let bounce: Duration = .seconds(1)

  /// A smaller feed is not logged by a single press.
  public static let leastMilliliters = 10.0
  public static let napDuration: Duration = .minutes(10)
  public static let napNote = "Quick log nap (10 min)"

  /// As much as last time, and never under 10 ml.
  public static func amount(last bottle: Entry?, units: VolumeUnit) -> Volume {
    guard case .feeding(let feeding) = bottle?.content, let amount = feeding.amount else {
      return units == .ounces ? Volume(4, .ounces) : Volume(120, .milliliters)
    }
    return amount.milliliters < leastMilliliters ? Volume(leastMilliliters, .milliliters) : amount
  }

  public static func diaperType(last diaper: Entry?) -> DiaperType {
    if case .diaper(let type) = diaper?.content { type } else { .wet }
  }

  public static func tummyDuration(last tummyTime: Entry?) -> Duration {
    guard let duration = tummyTime?.duration, duration > .zero, duration <= EntryLimits.tummyTime else {
      return .minutes(5)
    }
    return duration
  }

  /// The span of a tummy time without a duration: it begins at the given start and does not extend into the future;
  /// otherwise it ends now.
  public static func tummySpan(_ start: Instant, isSaid: Bool, lasting duration: Duration, now: Instant) -> ResolvedSpan
  {
    guard isSaid else { return ResolvedSpan(start: now - duration, end: now) }
    return ResolvedSpan(start: start, end: start < now ? min(start + duration, now) : start + duration)
  }

  /// A feed with all missing values filled in.
  ///
  /// A side or breasts alone mean the breast, and an amount or content alone a bottle; without either, the child's
  /// feeding style decides, and then the last feed. A bottle's content is never filled in: the last one does not
  /// predict it.
  /// - Throws: `BabyError.entryInvalid` for a unit without an amount, for an amount at the breast, and for water without one.
  public static func feeding(
    method: FeedingMethod?, startedSide: Side?, breasts: Breasts?, amount: Double?, unit: VolumeUnit?,
    content: BottleContent? = nil, child: Child, settings: Settings, facts: DashboardFacts
  ) throws(BabyError) -> Feeding {
    if unit != nil, amount == nil { throw .entryInvalid([FieldError("unit", "needs an amount")]) }
    let saidMethod: FeedingMethod? =
      method ?? (startedSide != nil || breasts != nil ? .breast : amount != nil || content != nil ? .bottle : nil)
    let volume = amount.map { Volume($0, unit ?? settings.units) }
    if saidMethod == .breast, volume != nil { throw .entryInvalid([FieldError.misfit("amount", .breast)]) }
    if content != nil, let saidMethod, saidMethod != .bottle {
      throw .entryInvalid([.misfit("content", EntrySort(saidMethod))])
    }
    // How much milk a bottle held last says nothing of water.
    if content == .water, amount == nil {
      throw .entryInvalid([FieldError("amount", "is missing: say how much water it was")])
    }
    let defaults = QuickLog(facts: facts, settings: settings)
    switch saidMethod ?? usualMethod(child.feedingStyle, last: facts.lastFeeding) {
    case .breast:
      return Feeding(
        method: .breast, startedSide: startedSide ?? defaults.side, breasts: breasts ?? .one, amount: volume)
    case .bottle:
      return Feeding(
        method: .bottle, startedSide: startedSide, breasts: breasts, amount: volume ?? defaults.amount,
        content: content)
    case .pumping:
      return Feeding(method: .pumping, startedSide: startedSide, breasts: breasts, amount: volume)
    }
  }

  /// The same from a feed's fields. A time at a breast alone means a breast feed, and at one side alone that it began
  /// there.
  ///
  /// - Parameter facts: asked for only if something is missing.
  /// - Throws: `BabyError.entryInvalid` as above, and for a value that its field cannot have.
  public static func feeding(
    _ said: FieldInputs, child: Child, settings: Settings, facts: () throws -> DashboardFacts
  ) throws -> Feeding {
    let values = try said.values(of: .feeding)
    let amount = values[3]?.volume?.value
    let (left, right) = (values[5]?.seconds, values[6]?.seconds)
    let onlySide: Side? = left == nil ? right.map { _ in .right } : right == nil ? .left : nil
    let firstSide = values[1]?.word(Side.self) ?? onlySide
    let method = values[0]?.word(FeedingMethod.self) ?? (left ?? right).map { _ in .breast }
    let isComplete =
      switch method {
      case .bottle, .pumping: amount != nil
      case .breast: firstSide != nil
      case nil: false
      }
    var feeding = try Self.feeding(
      method: method, startedSide: firstSide, breasts: values[2]?.word(), amount: amount, unit: said.unit,
      content: values[4]?.word(), child: child, settings: settings, facts: isComplete ? DashboardFacts() : facts())
    (feeding.left, feeding.right) = (left, right)
    return feeding
  }

  /// The default way of feeding.
  public static func usualMethod(_ style: FeedingStyle?, last feed: Entry?) -> FeedingMethod {
    switch style {
    case .breast: return .breast
    case .bottle: return .bottle
    case .both, nil:
      guard case .feeding(let feeding) = feed?.content, feeding.countsAsFeed else { return .bottle }
      return feeding.method
    }
  }
}
