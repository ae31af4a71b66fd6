import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension OperationHandlers {
  /// Reads phrases from phones. The page logs what they mean, so that it can undo and send that like everything else.
  mutating func addPhrases() {
    let ids = services.ids
    read(Operations.phrasesRead) { authorized in
      let membership = try authorized.membership()
      let said = try authorized.body()
      let page = try authorized.page(of: membership.child, unsent: said.unsent ?? [], ids: ids)
      let memberships = try authorized.reader.memberships(of: authorized.user.id)
      var shown = page
      do {
        let understood = try page.decide(said.text, names: memberships.map(\.child.name)) { name in
          let child = try authorized.child(called: name, among: memberships, besides: page.child, in: said.text)
          shown = try authorized.page(of: child, unsent: said.unsent ?? [], ids: ids)
          return shown
        }
        return authorized.answer(try PhraseAnswer(understood))
      } catch let error as BabyError {
        if let refusal = try shown.refusal(error) { throw refusal }
        throw error
      }
    }
  }
}

extension AuthorizedCall where Body == PhraseRequest {
  fileprivate func page(of child: Child, unsent: [UnsentEntry], ids: IDGenerator) throws -> ChildPage {
    ChildPage(
      child, reader.entries, settings: try settings(of: child), zone: try zone(of: child), ids: ids, now: call.now,
      unsent: unsent.map { $0.entry(at: call.now) })
  }

  /// The child that was named.
  ///
  /// - Parameter shown: the one that the phone shows, which is meant where two have the name.
  /// - Throws: `forbidden` for one whose log the caller may only read; `BabyError.phraseRefused` where several have the name.
  fileprivate func child(
    called name: String, among memberships: [Membership], besides shown: Child, in text: String
  ) throws -> Child {
    let named = memberships.map(\.child).filter { $0.name.isSameName(as: name) }
    if let child = named.first(where: { $0.id == shown.id }) { return child }
    guard named.count == 1, let child = named.first else {
      throw BabyError.phraseRefused(
        text, .contradiction("Several children are called \(name.excerpt): show the one that you mean."))
    }
    return try membership(in: child.id).child
  }
}

extension PhraseAnswer {
  /// - Throws: `BabyError.entryInvalid` for an entry that cannot be.
  fileprivate init(_ said: PhraseDecision) throws {
    let (page, decision) = (said.page, said.decision)
    var warnings: [String] = []
    switch decision {
    case .add(let entry):
      try page.validate(entry)
      warnings = try [page.tooSoonText(entry), page.overlapText(entry)].compactMap(\.self)
    case .change(let entry, _):
      try page.validate(entry)
      warnings = try [page.overlapText(entry)].compactMap(\.self)
    case .keep, .remove: break
    }
    let (action, isNew): (PhraseAction, Bool) =
      switch decision {
      case .add: (.log, true)
      case .keep, .change: (.change, false)
      case .remove: (.remove, false)
      }
    self.init(
      does: action, child: ChildReference(page.child), entryID: isNew ? nil : decision.entry.id,
      entry: EntryDraft(decision.entry), warnings: warnings.isEmpty ? nil : warnings)
  }
}

extension ChildPage {
  private func clock(_ instant: Instant) -> String {
    Words.dateTime(zone.local(instant), today: zone.local(now).date, format: settings.timeFormat)
  }

  /// The warning about a dose that is given too soon; nil for any other entry.
  fileprivate func tooSoonText(_ entry: Entry) throws -> String? {
    guard let course = try tooSoon(entry), let next = course.next else { return nil }
    return Words.tooSoon(course.name, last: clock(course.last.start), next: clock(next))
  }

  /// The warning about an entry that overlaps another one; nil for any other.
  fileprivate func overlapText(_ entry: Entry) throws -> String? {
    guard let other = try overlap(of: entry), let end = other.end else { return nil }
    return Words.alreadyLogged(other.timer, from: clock(other.start), to: clock(end))
  }

  /// Why a phrase cannot be logged, in the words of all programs; nil for unrelated errors.
  fileprivate func refusal(_ error: BabyError) throws -> APIError? {
    let message = RPCError(
      error, clock: clock, offsetText: { $0.typedText(in: zone) }, childOption: { _ in "" }
    ).message
    switch error {
    case .phraseUnclear(_, let choices): return APIError(.phraseUnclear, message, choices: choices)
    case .phraseRefused(let text, .notKept):
      // No command can be typed on a phone, and what keeps it is a phrase, too.
      return APIError(.phraseRefused, message, choices: ["note \(text)"])
    case .phraseRefused: return APIError(.phraseRefused, message)
    case .timerRunning(_, let id, since: _, child: _):
      let entry = try running().first { $0.id == id }
      return APIError(.timerRunning, message, entry: entry.map { .known(EntryRecord($0, in: zone)) })
    case .entryInvalid(let fields): return APIError(.invalid, message, details: fields)
    case .timerNotRunning, .timerPaused, .timerForgotten, .timerAhead, .timeNotUnderstood, .timeInFuture,
      .timeAmbiguous, .timeNonexistent, .timeUnclear:
      return APIError(.invalid, message)
    default: return nil
    }
  }
}
