public import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookWriter {
  /// Logs a phrase.
  ///
  /// - Throws: `BabyError.phraseUnclear` for what can be read in several ways, `.phraseRefused` for what is not
  ///   understood, and the errors of whatever it says.
  public func logPhrase(_ params: PhraseLog.Params) throws -> EntryAnswer {
    let names = try reader.transaction.children().map(\.name)
    let page = try page(of: params.childID)
    let said = try page.decide(params.text, names: names, id: params.id) { name in
      let named = try self.page(of: name)
      guard params.childID == nil || named.child.id == page.child.id else {
        throw BabyError.phraseRefused(params.text, .contradiction("The phrase and the call name different children."))
      }
      return named
    }
    return try apply(said.decision, on: said.page)
  }
}

/// The effect of a phrase on a child's log, before anything is written.
public struct PhraseDecision {
  /// The page of the child that it is about.
  public var page: ChildPage
  public var decision: LogDecision
}

extension ChildPage {
  /// Decides about a phrase for the child, or for another one that it names.
  ///
  /// - Parameters:
  ///   - names: of the children that can be named in it.
  ///   - id: for a new entry.
  ///   - named: the page of a child that is named, which may be this one. The other child's unit and way of feeding decide.
  /// - Throws: `BabyError.phraseUnclear` for what can be read in several ways, `.phraseRefused` for what is not
  ///   understood, and the errors of whatever it says.
  public func decide(
    _ text: String, names: [String], id: EntryID? = nil, named: (String) throws -> ChildPage
  ) throws -> PhraseDecision {
    let said = sentence(text, names)
    let phrase = try said.phrase(knowing: self)
    guard let name = phrase.child else { return try decide(phrase, in: said, id: id) }
    let page = try named(name)
    guard page.child.id != child.id else { return try decide(phrase, in: said, id: id) }
    let saidOfOther = page.sentence(text, names)
    return try page.decide(saidOfOther.phrase(knowing: page), in: saidOfOther, id: id)
  }

  private func sentence(_ text: String, _ names: [String]) -> ChildSentence {
    ChildSentence(text, of: child, names: names, settings: settings, zone: zone, now: now)
  }

  private func decide(_ phrase: Phrase, in sentence: ChildSentence, id: EntryID?) throws -> PhraseDecision {
    try sentence.refuseComing(phrase)
    do { return PhraseDecision(page: self, decision: try decision(phrase, id: id)) } catch let error as BabyError {
      throw sentence.explained(error)
    }
  }

  private func decision(_ phrase: Phrase, id: EntryID?) throws -> LogDecision {
    let (time, note) = (phrase.time, phrase.note)
    switch phrase.action {
    case .feeding(let method, let side, let breasts, let amount, let unit, let content):
      let feeding = EntryInput.feeding(
        method: method, startedSide: side, breasts: breasts, amount: amount, unit: unit, content: content,
        leftSeconds: phrase.left?.sideSeconds, rightSeconds: phrase.right?.sideSeconds)
      return .add(try entry(feeding, time: time, note: note, id: id))
    case .diaper(let type): return .add(try entry(.diaper(type), time: TimeTexts(at: time.at), note: note, id: id))
    case .startFeeding(let side): return try start(.feeding, side: side, at: time.at, note: note, id: id)
    case .nursing(let step): return try take(step, at: time.at)
    case .start(let timer): return try start(named(timer), at: time.at, note: note, id: id)
    case .stop(let timer): return try stop(running(matching: timer), at: time.at, note: note)
    case .cancel(let timer): return try cancel(running(matching: timer))
    case .sleep: return .add(try entry(.sleep, time: time, note: note, id: id))
    case .tummyTime: return .add(try entry(.tummyTime, time: time, note: note, id: id))
    case .declared(let kind, let fields):
      return .add(try entry(EntryInput(.declared(kind), fields), time: time, note: note, id: id))
    case .note: return .add(try entry(.note(), time: TimeTexts(at: time.at), note: note ?? "", id: id))
    }
  }
}

extension Duration {
  /// As the time at a breast; longer than any feed stays longer than any feed.
  fileprivate var sideSeconds: Int { min(self, EntryLimits.longest).wholeSeconds }
}
