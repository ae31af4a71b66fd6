public import BabyModel
import BabyStore

extension LogbookWriter {
  /// Logs what was said.
  ///
  /// - Throws: `BabyError.phraseUnclear` for what can be read in several ways, `.phraseRefused` for what is not
  ///   understood, and the errors of whatever it says.
  public func logPhrase(_ text: String, child reference: String?, id: EntryID?) throws -> EntryOutcome {
    let (phrase, page) = try phrase(text, about: reference)
    let child = "\(page.child.id)"
    if let (said, instant) = coming(phrase, on: page) { throw BabyError.timeInFuture(said, resolved: instant) }
    do { return try log(phrase, child: child, id: id) } catch let error as BabyError {
      throw try explained(error, in: text, about: child)
    }
  }

  /// What was said, and about whom: a child that is named in it, else the one that the call is about.
  private func phrase(_ text: String, about reference: String?) throws -> (Phrase, ChildPage) {
    let names = try reader.transaction.children().map(\.name)
    var page = try page(of: reference)
    var phrase = try understood(text, on: page, names)
    if let name = phrase.child {
      let named = try self.page(of: name)
      if named.child.id != page.child.id {
        guard reference == nil else {
          throw BabyError.phraseRefused(text, .contradiction("The phrase and the call name different children."))
        }
        // The other child's unit and way of feeding decide.
        page = named
        phrase = try understood(text, on: page, names)
      }
    }
    return (phrase, page)
  }

  private func understood(_ text: String, on page: ChildPage, _ names: [String]) throws -> Phrase {
    var context = PhraseContext(
      units: page.settings.units, feedingStyle: page.child.feedingStyle, children: names)
    context.measures = page.settings.measures
    var reading = PhraseReading(text, in: context)
    // A medicine is called as the log calls it, and may be known by that name alone.
    if reading.mayBeMedicine {
      context.medicines = try medicines(of: page.child)
      if !context.medicines.isEmpty { reading = PhraseReading(text, in: context) }
    }
    // It may be the name of an activity that the family has given it.
    if case .refused(.unknown) = reading {
      context.activities = try reader.transaction.activityNames(child: page.child.id)
      if !context.activities.isEmpty { reading = PhraseReading(text, in: context) }
    }
    // A slip of the keys is asked about.
    if case .refused(.unknown(let word)) = reading, let corrected = PhraseReading.correcting(word, in: text) {
      if case .refused = PhraseReading(corrected, in: context) {} else { reading = .unclear([corrected]) }
    }
    // `stop` alone is about whatever runs.
    if case .unclear = reading {
      context.running = try reader.transaction.running(child: page.child.id).map(\.timer)
      if !context.running.isEmpty { reading = PhraseReading(text, in: context) }
    }
    switch reading {
    case .understood(let phrase): return phrase
    case .unclear(let choices):
      let sayable = choices.flatMap { self.sayable($0, in: context, on: page) }
      if sayable.isEmpty, let first = choices.first, case .understood(let phrase) = PhraseReading(first, in: context),
        let (said, instant) = coming(phrase, on: page)
      {
        throw BabyError.timeInFuture(said, resolved: instant)
      }
      throw BabyError.phraseUnclear(text, choices: sayable.isEmpty ? choices : sayable)
    case .refused(let refusal): throw BabyError.phraseRefused(text, refusal)
    }
  }

  /// What the child's medicines are called, the one given last first.
  private func medicines(of child: Child) throws -> [String] {
    MedicineCourse.all(in: try reader.transaction.doses(of: child.id, before: now), at: now).map(\.name)
  }

  /// What can be said in the place of a choice so that nothing is left to ask: the choice itself, or those that it would
  /// lead to, and nothing for what would be in the future.
  private func sayable(_ choice: String, in context: PhraseContext, on page: ChildPage) -> [String] {
    switch PhraseReading(choice, in: context) {
    case .unclear(let others): return others
    case .refused: return [choice]
    case .understood(let phrase):
      guard coming(phrase, on: page) == nil else { return [] }
      do {
        _ = try phrase.time.resolve(now: now, zone: page.zone, conventions: page.settings.timeConventions)
      } catch BabyError.timeInFuture { return [] } catch {}
      return [choice]
    }
  }

  /// The time of a phrase, if it was likely said of what is still to come.
  private func coming(_ phrase: Phrase, on page: ChildPage) -> (text: String, instant: Instant)? {
    phrase.time.coming(
      isTimer: phrase.action.begins, now: now, zone: page.zone, conventions: page.settings.timeConventions)
  }

  private func log(_ phrase: Phrase, child: String, id: EntryID?) throws -> EntryOutcome {
    let (time, note) = (phrase.time, phrase.note)
    switch phrase.action {
    case .feeding(let method, let side, let breasts, let amount, let unit, let content):
      let wish = FeedingWish(
        method: method, startedSide: side, breasts: breasts, amount: amount, unit: unit, content: content,
        left: phrase.left, right: phrase.right)
      return try logFeeding(child: child, wish, time: time, note: note, id: id)
    case .diaper(let type): return try logDiaper(child: child, type: type, at: time.at, note: note, id: id)
    case .startFeeding(let side):
      return try startFeeding(child: child, side: side, at: time.at, note: note, id: id)
    case .nursing(let step): return try take(step, child: child, at: time.at)
    case .start(let timer): return try startTimer(timer, child: child, at: time.at, note: note, id: id)
    case .stop(let timer): return try stopTimer(timer, child: child, at: time.at, note: note)
    case .cancel(let timer): return try cancelTimer(timer, child: child)
    case .sleep: return try logSleep(child: child, time: time, note: note, id: id)
    case .tummyTime: return try logTummyTime(child: child, time: time, note: note, id: id)
    case .declared(let kind, let fields):
      return try logEntry(.declared(kind), child: child, fields, time: time, note: note, id: id)
    case .note: return try logNote(child: child, text: note ?? "", category: .general, at: time.at, id: id)
    }
  }

  /// A time that can be read in several ways, as phrases that say which.
  private func explained(_ error: BabyError, in text: String, about child: String) throws -> BabyError {
    let (time, choices): (String, [String])
    switch error {
    case .timeUnclear(let said, let readings): (time, choices) = (said, readings)
    case .timeAmbiguous(let said, let first, let second):
      let zone = try page(of: child).zone
      (time, choices) = (said, [first, second].map { $0.typedText(in: zone) })
    default: return error
    }
    guard let (before, behind) = text.around(time) else { return error }
    return .phraseUnclear(text, choices: choices.map { before + $0 + behind })
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
