/// What a child's log knows that a sentence can be about. Each is asked for only where the sentence may depend on it.
public protocol PhraseKnowledge {
  /// What the child's medicines are called, the one given last first.
  func medicineNames() throws -> [String]

  /// What activities of the child were called lately.
  func activityNames() throws -> [String]

  /// The child's timers that are going on.
  func runningTimers() throws -> [TimerKey]
}

/// What somebody says of a child at a time, to be understood with what the child's log knows.
public struct SaidSentence {
  private let text: String
  private let context: PhraseContext
  private let settings: Settings
  private let zone: ZoneRules
  private let now: Instant

  /// - Parameters:
  ///   - child: whom it is about where it names nobody.
  ///   - names: of the children that can be named in it.
  ///   - settings: those in force for the child.
  ///   - zone: of the child.
  public init(_ text: String, of child: Child, names: [String], settings: Settings, zone: ZoneRules, now: Instant) {
    self.text = text
    self.settings = settings
    self.zone = zone
    self.now = now
    var context = PhraseContext(units: settings.units, feedingStyle: child.feedingStyle, children: names)
    context.measures = settings.measures
    self.context = context
  }

  /// What it means.
  ///
  /// - Throws: `BabyError.phraseUnclear` for what can be read in several ways; `.phraseRefused` for what is not understood;
  ///   `.timeInFuture` where every reading is still to come; the errors of the knowledge.
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
    // A slip of the keys is asked about.
    if case .refused(.unknown(let word)) = reading, let corrected = PhraseReading.correcting(word, in: text) {
      if case .refused = PhraseReading(corrected, in: context) {} else { reading = .unclear([corrected]) }
    }
    // Words that no rule takes may be a note.
    if case .refused = reading, let noting = PhraseReading.noting(text, in: context) { reading = .unclear([noting]) }
    // `stop` alone is about whatever runs.
    if case .unclear = reading {
      context.running = try log.runningTimers()
      if !context.running.isEmpty { reading = PhraseReading(text, in: context) }
    }
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

  /// - Throws: `BabyError.timeInFuture` for a phrase that was likely said of what is still to come.
  public func refuseComing(_ phrase: Phrase) throws(BabyError) {
    if let (said, instant) = coming(phrase) { throw .timeInFuture(said, resolved: instant) }
  }

  /// A time that can be read in several ways, as sentences that say which; any other error as it is.
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

  /// What can be said in the place of a choice so that nothing is left to ask: the choice itself, or those that it would
  /// lead to, and nothing for what would be in the future.
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

  /// The time of a phrase, if it was likely said of what is still to come.
  private func coming(_ phrase: Phrase) -> (text: String, instant: Instant)? {
    phrase.time.coming(
      isTimer: phrase.action.begins, now: now, zone: zone, conventions: settings.timeConventions)
  }
}

extension Phrase.Action {
  /// Something begins and goes on that nobody logs a day later, as a night is.
  fileprivate var begins: Bool {
    switch self {
    case .startFeeding: true
    case .start(let timer): timer != .sleep
    default: false
    }
  }
}

extension String {
  /// What stands before and behind a time. Its day may be apart from it, as in `yesterday a nap at 2`, and is left out then.
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
