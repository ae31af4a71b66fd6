/// Facts from a child's log that a sentence can refer to. The reader queries each only if the sentence may depend on
/// it.
public protocol PhraseKnowledge {
  /// The names of the child's medicines, the most recently given first.
  func medicineNames() throws -> [String]

  /// The names of the child's recent activities.
  func activityNames() throws -> [String]

  /// The child's running timers.
  func runningTimers() throws -> [TimerKey]
}

/// A sentence about a child, to be read with what the child's log knows.
public struct ChildSentence {
  private let text: String
  private let context: PhraseContext
  private let settings: Settings
  private let zone: ZoneRules
  private let now: Instant

  /// - Parameters:
  ///   - child: the child it is about if it names none.
  ///   - names: the children's names that it may contain.
  ///   - settings: the child's settings.
  ///   - zone: the child's time zone.
  ///   - now: the time of the sentence.
  public init(_ text: String, of child: Child, names: [String], settings: Settings, zone: ZoneRules, now: Instant) {
    self.text = text
    self.settings = settings
    self.zone = zone
    self.now = now
    var context = PhraseContext(units: settings.units, feedingStyle: child.feedingStyle, children: names)
    context.measures = settings.measures
    self.context = context
  }

  /// Interprets the sentence.
  ///
  /// - Throws: `BabyError.phraseUnclear` if it can be read in several ways; `.phraseRefused` if it is not understood;
  ///   `.timeInFuture` if every reading is still to come; whatever `log` throws.
  public func phrase(knowing log: some PhraseKnowledge) throws -> Phrase {
    var context = context
    var reading = PhraseReading(text, in: context)
    // A medicine is called as the log calls it, and may be known by that name alone.
    if reading.mayBeMedicine {
      context.medicines = try log.medicineNames()
      if !context.medicines.isEmpty { reading = PhraseReading(text, in: context) }
    }
    // It may be the name of an activity that the family has given it.
    if case .refused(.unknown) = reading {
      context.activities = try log.activityNames()
      if !context.activities.isEmpty { reading = PhraseReading(text, in: context) }
    }
    // `stop` alone is about whatever runs.
    if case .unclear = reading {
      context.running = try log.runningTimers()
      if !context.running.isEmpty { reading = PhraseReading(text, in: context) }
    }
    // Ask about a typing error.
    if case .refused(.unknown(let word)) = reading, let corrected = PhraseReading.correcting(word, in: text) {
      if case .refused = PhraseReading(corrected, in: context) {} else { reading = .unclear([corrected]) }
    }
    // Words that no rule takes may be a note.
    if case .refused = reading, let noting = PhraseReading.noting(text, in: context) { reading = .unclear([noting]) }
    switch reading {
    case .understood(let phrase): return phrase
    case .unclear(let choices):
      let sayable = choices.flatMap { self.sayable($0, in: context) }
      if sayable.isEmpty, let first = choices.first, case .understood(let phrase) = PhraseReading(first, in: context) {
        try refuseComing(phrase)
      }
      throw BabyError.phraseUnclear(text, choices: sayable.isEmpty ? choices : sayable)
    case .refused(let refusal): throw BabyError.phraseRefused(text, refusal)
    }
  }

  /// - Throws: `BabyError.timeInFuture` for a phrase that is probably about the future.
  public func refuseComing(_ phrase: Phrase) throws(BabyError) {
    if let (said, instant) = coming(phrase) { throw .timeInFuture(said, resolved: instant) }
  }

  /// For an ambiguous time, the sentences that resolve it; any other error is returned as it is.
  public func explained(_ error: BabyError) -> BabyError {
    let (time, choices): (String, [String])
    switch error {
    case .timeUnclear(let said, let readings): (time, choices) = (said, readings)
    case .timeAmbiguous(let said, let first, let second):
      (time, choices) = (said, [first, second].map { $0.typedText(in: zone) })
    default: return error
    }
    guard let (before, behind) = text.around(time) else { return error }
    return .phraseUnclear(text, choices: choices.map { before + $0 + behind })
  }

  /// The sentences to offer in place of a choice, with nothing left to ask: the choice itself, or those it would lead
  /// to; none for what would be in the future.
  private func sayable(_ choice: String, in context: PhraseContext) -> [String] {
    switch PhraseReading(choice, in: context) {
    case .unclear(let others): return others
    case .refused: return [choice]
    case .understood(let phrase):
      guard coming(phrase) == nil else { return [] }
      do throws(BabyError) {
        _ = try phrase.time.resolve(now: now, zone: zone, conventions: settings.timeConventions)
      } catch {
        if case .timeInFuture = error { return [] }
      }
      return [choice]
    }
  }

  /// The time of a phrase, if it is probably in the future.
  private func coming(_ phrase: Phrase) -> (text: String, instant: Instant)? {
    phrase.time.coming(
      isTimer: phrase.action.begins, now: now, zone: zone, conventions: settings.timeConventions)
  }
}

extension Phrase.Action {
  /// Whether it starts something that is logged as it begins. A sleep may be logged a day later.
  fileprivate var begins: Bool {
    switch self {
    case .startFeeding: true
    case .start(let timer): timer != .sleep
    default: false
    }
  }
}

extension String {
  /// The texts before and after a time. Its day may be apart from it, as in `yesterday a nap at 2`, and is left out
  /// then.
  fileprivate func around(_ time: String) -> (before: String, behind: String)? {
    if let place = firstRange(of: time) {
      return (String(self[..<place.lowerBound]), String(self[place.upperBound...]))
    }
    let words = time.split(separator: " ")
    for count in words.indices.dropFirst() {
      let (day, clock) = (words[..<count].joined(separator: " "), words[count...].joined(separator: " "))
      guard let dayPlace = firstRange(of: day) else { continue }
      let rest = self[..<dayPlace.lowerBound] + self[dayPlace.upperBound...].drop { $0 == " " }
      if let place = rest.firstRange(of: clock) {
        return (String(rest[..<place.lowerBound]), String(rest[place.upperBound...]))
      }
    }
    return nil
  }
}
