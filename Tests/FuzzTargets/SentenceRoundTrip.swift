import BabyModel

/// An understood sentence, said back as its answer says it, is understood as the same.
struct SentenceRoundTrip {
  let units: VolumeUnit
  private let context: PhraseContext

  /// No child is called as a side is: an answer names no child, so "Left breast" would be taken for one's.
  init(units: VolumeUnit, _ style: FeedingStyle?) {
    self.units = units
    context = PhraseContext(units: units, feedingStyle: style, children: ["Eva", "Anna Lena"])
  }

  /// Without a night in which clocks change: an answer does not say which of two equal times it means.
  private static let zone = ZoneRules(name: "Europe/Berlin", initialOffset: 3600, transitions: [])
  private static let conventions = Settings().timeConventions

  func check(_ sentence: String) throws {
    guard case .understood(let phrase) = PhraseReading(sentence, in: context), let entry = entry(phrase),
      !entry.isRunning
    else { return }
    // Seconds are not told.
    if let length = entry.duration, !length.components.seconds.isMultiple(of: 60) { return }
    // Quotation marks are not part of a name, and hold words together that would be separate without them.
    if entry.hasOwnWords, sentence.contains(where: { "\"“”„«»″".contains($0) }) { return }
    let answer = told(entry)
    // An activity of the family's own is known by then.
    var context = context
    if let name = entry.content.name, entry.kind == .declared(.activity) { context.activities = [name] }
    guard case .understood(let again) = PhraseReading(answer, in: context), let same = self.entry(again) else {
      // A name may be any words. An answer shows them without the label that made them one.
      if entry.hasOwnWords { return }
      throw Finding("an answer is not understood: \(answer), of: \(sentence)")
    }
    try expect(told(same) == answer, "an answer means something else: \(answer) is \(told(same)), of: \(sentence)")
  }

  /// The entry; nil if the phrase is not a new one, or is refused.
  private func entry(_ phrase: Phrase) -> Entry? {
    let content: EntryContent
    switch phrase.action {
    case .feeding(let method?, let side, let breasts, let amount, let unit, let held):
      guard method == .breast || amount != nil else { return nil }
      var feeding = Feeding(
        method: method, startedSide: side, breasts: breasts, amount: amount.map { Volume($0, unit ?? units) },
        content: held)
      (feeding.left, feeding.right) = (phrase.left, phrase.right)
      content = .feeding(feeding)
    case .diaper(let type?): content = .diaper(type)
    case .sleep: content = .sleep
    case .tummyTime: content = .tummyTime
    case .declared(let kind, let said):
      guard let declared = try? EntryContent(.declared(kind), fields: said) else { return nil }
      content = declared
    default: return nil
    }
    guard let span = try? phrase.time.resolve(now: now, zone: Self.zone, conventions: Self.conventions) else {
      return nil
    }
    let entry = Entry(
      id: EntryID(high: 1, low: 1), childID: eva.id, content: content, start: span.start, end: span.end,
      endUnknown: span.end == nil && content.kind.declaration.isNamed, createdAt: now, updatedAt: now)
    return (try? entry.validate(child: eva, zone: Self.zone, now: now)) == nil ? nil : entry
  }

  /// As `bbctl` tells it.
  private func told(_ entry: Entry) -> String {
    let (zone, format) = (Self.zone, Self.conventions.timeFormat)
    let (start, today) = (zone.local(entry.start), zone.local(now).date)
    let what = Words.logged(entry, units: units)
    if entry.isOfDay(at: start) { return Words.line([what, Words.day(start.date, today: today)]) }
    let begin = Words.dateTime(start, today: today, format: format)
    guard let end = entry.end.map({ zone.local($0) }) else { return Words.line([what, begin]) }
    guard start.date == today else { return Words.line([what, begin + "–" + Words.clock(end.time, format: format)]) }
    return Words.line([what, Words.clockSpan(start.time, end.time, format: format)])
  }
}

extension Entry {
  /// Whether it has a text in a person's own words.
  fileprivate var hasOwnWords: Bool {
    content.values.contains { if case .text? = $0 { true } else { false } }
  }
}
