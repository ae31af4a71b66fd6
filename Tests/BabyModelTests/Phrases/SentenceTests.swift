import BabyModel
import Foundation
import Testing

/// Parents' sentences and their results, on a Thursday at 16:17 with a 12-hour clock, amounts in ounces and a child
/// that is fed both ways: `sentences.txt` has them with the result after `=>`.
///
/// An outcome is what is logged and when; `asks` where it can be read in several ways, and `refuses` where nothing of it is.
@Suite("Parents' sentences")
struct SentenceTests {
  private static let table = PhraseTable(file: "sentences.txt")
  private static let context = PhraseContext(
    units: .ounces, feedingStyle: .both, children: ["Eva", "Ann", "Ann Marie"])

  @Test("Each is logged as it was meant, asked about or refused", arguments: table.rows.indices)
  func outcome(index: Int) throws {
    let row = Self.table.rows[index]
    #expect(try Self.outcome(of: row.phrase) == row.means, "\(row.phrase)")
  }

  @Test("RECORD=1 writes the table", .enabled(if: ProcessInfo.processInfo.environment["RECORD"] != nil))
  func record() throws { try Self.table.record { (try? Self.outcome(of: $0)) ?? "" } }

  @Test("There are more than 250, and none twice")
  func size() {
    let phrases = Self.table.rows.map(\.phrase)
    #expect(phrases.count > 250)
    #expect(Set(phrases).count == phrases.count)
  }

  @Test("Every choice of a question is understood, or leads to a question whose choices are")
  func choices() {
    for row in Self.table.rows {
      guard case .unclear(let choices) = PhraseReading(row.phrase, in: Self.context) else { continue }
      for choice in choices { Self.check(choice, of: row.phrase, depth: 3) }
    }
  }

  private static func check(_ choice: String, of sentence: String, depth: Int) {
    switch PhraseReading(choice, in: context) {
    case .understood: break
    case .refused(let refusal): Issue.record("\(sentence): \(choice) is refused: \(refusal)")
    case .unclear(let choices):
      #expect(depth > 0 && !choices.contains(choice), "\(sentence): \(choice) asks for ever")
      guard depth > 0 else { return }
      for choice in choices { check(choice, of: sentence, depth: depth - 1) }
    }
  }

  @Test("An unknown word never changes a sentence silently, wherever it is", arguments: ["xyzzy", "daycare"])
  func unknownWords(word: String) {
    for row in Self.table.rows {
      guard case .understood(let phrase) = PhraseReading(row.phrase, in: Self.context), phrase.note == nil else {
        continue
      }
      // A name takes any word there, and is shown with it.
      if case .declared(let kind, _) = phrase.action, kind != .activity { continue }
      let words = row.phrase.split(separator: " ").map(String.init)
      for place in 0...words.count {
        let sentence = (words[..<place] + [word] + words[place...]).joined(separator: " ")
        guard case .understood(let other) = PhraseReading(sentence, in: Self.context) else { continue }
        Issue.record("\(sentence) is understood as \(other)")
      }
    }
  }

  @Test("An understood sentence, repeated in its answer's words, has the same meaning")
  func saidBack() throws {
    var count = 0
    for row in Self.table.rows {
      guard case .understood(let phrase) = PhraseReading(row.phrase, in: Self.context),
        let entry = try Self.entry(phrase), !entry.isRunning
      else { continue }
      // Seconds are not told.
      if let length = entry.duration, length.components.seconds % 60 != 0 { continue }
      count += 1
      let answer = Words.line([Words.logged(entry, units: .ounces), Self.clock(entry)])
      guard case .understood(let again) = PhraseReading(answer, in: Self.context), let same = try Self.entry(again)
      else {
        Issue.record("\(row.phrase): \(answer) is not understood: \(PhraseReading(answer, in: Self.context))")
        continue
      }
      let told = Words.line([Words.logged(same, units: .ounces), Self.clock(same)])
      #expect(told == answer, "\(row.phrase)")
    }
    #expect(count > 80)
  }

  @Test("A start, repeated in its answer's words, begins at the same time")
  func startSaidBack() throws {
    for row in Self.table.rows {
      guard case .understood(let phrase) = PhraseReading(row.phrase, in: Self.context) else { continue }
      let title: String
      switch phrase.action {
      case .start(let timer): title = "\(timer.title) started"
      case .startFeeding(let side):
        title = Words.line(["Feed started"] + (side.map { ["\($0.rawValue) breast"] } ?? []))
      default: continue
      }
      guard case .understood(let again) = PhraseReading(title, in: Self.context) else {
        Issue.record("\(row.phrase): \(title) is not understood")
        continue
      }
      #expect(again.action == phrase.action, "\(row.phrase): \(title)")
    }
  }

  // MARK: Outcomes

  private static let now = Instant(rfc3339: "2026-11-26T16:17:00-08:00") ?? Instant(milliseconds: 0)
  private static let conventions = TimeConventions(timeFormat: .twelveHour)

  private static func outcome(of sentence: String) throws -> String {
    switch PhraseReading(sentence, in: context) {
    case .refused: return "refuses"
    case .unclear: return "asks"
    case .understood(var phrase):
      let span: ResolvedSpan
      do { span = try resolved(phrase) } catch {
        if case .timeUnclear = error { return "asks" }
        return "refuses"
      }
      phrase.time = TimeTexts()
      let times = [span.start, span.end].compactMap(\.self).map { instant in
        let local = ZoneRules.losAngeles.local(instant)
        return (local.date == ZoneRules.losAngeles.local(now).date ? "" : "\(local.date) ") + "\(local.time)"
      }
      return PhraseTable.words(.understood(phrase)) + ", " + times.joined(separator: "–")
    }
  }

  private static func resolved(_ phrase: Phrase) throws(BabyError) -> ResolvedSpan {
    try phrase.time.resolve(now: now, zone: .losAngeles, conventions: conventions)
  }

  /// The entry; nil if the phrase is not a new one.
  private static func entry(_ phrase: Phrase) throws -> Entry? {
    let content: EntryContent
    switch phrase.action {
    case .feeding(let method?, let side, let breasts, let amount, let unit, let held):
      guard method == .breast || amount != nil else { return nil }
      var feeding = Feeding(
        method: method, startedSide: side, breasts: breasts, amount: amount.map { Volume($0, unit ?? .ounces) },
        content: held)
      (feeding.left, feeding.right) = (phrase.left, phrase.right)
      content = .feeding(feeding)
    case .diaper(let type?): content = .diaper(type)
    case .sleep: content = .sleep
    case .tummyTime: content = .tummyTime
    case .declared(.activity, let said): content = try EntryContent(.declared(.activity), fields: said)
    default: return nil
    }
    guard let span = try? resolved(phrase) else { return nil }
    return Entry(
      id: .one, childID: ChildID(high: 9, low: 9), content: content, start: span.start, end: span.end,
      endUnknown: span.end == nil && content.kind.declaration.isNamed, createdAt: now, updatedAt: now)
  }

  /// As `bbctl` tells it.
  private static func clock(_ entry: Entry) -> String {
    let zone = ZoneRules.losAngeles
    let (start, today) = (zone.local(entry.start), zone.local(now).date)
    guard let end = entry.end.map({ zone.local($0) }) else {
      return Words.dateTime(start, today: today, format: .twelveHour)
    }
    let clocks = Words.clockSpan(start.time, end.time, format: .twelveHour)
    return switch today.dayNumber - start.date.dayNumber {
    case 0: clocks
    case 1: "yesterday \(clocks)"
    default: "\(start.date) \(clocks)"
    }
  }
}

/// Sentences of the tables as a log hears them, on a Thursday at 16:17: with its medicines, its zone and its clock.
@Suite("Choices of a question")
struct SentenceChoiceTests {
  private struct Log: PhraseKnowledge {
    func medicineNames() -> [String] { ["Tylenol"] }
    func activityNames() -> [String] { ["music class"] }
    func runningTimers() -> [TimerKey] { [.sleep] }
  }

  private static let settings = Settings(family: ["units": "oz", "time.format": "12h"])

  private func sentence(_ text: String) throws -> ChildSentence {
    let now = try at("2026-11-26T16:17:00-08:00")
    let child = Child(
      id: ChildID(high: 0, low: 1), name: "Eva", born: try date("2026-05-01"), zone: "America/Los_Angeles",
      feedingStyle: .both, createdAt: now, updatedAt: now)
    return ChildSentence(
      text, of: child, names: ["Eva", "Ann", "Anna Lena"], settings: Self.settings, zone: .losAngeles, now: now)
  }

  /// What is asked about a sentence: choices that can be said in its place.
  private func choices(_ text: String) throws -> [String] {
    let said = try sentence(text)
    do {
      let phrase = try said.phrase(knowing: Log())
      try resolve(phrase, of: said)
      return []
    } catch BabyError.phraseUnclear(_, let choices) { return choices } catch is BabyError { return [] }
  }

  private func resolve(_ phrase: Phrase, of said: ChildSentence) throws {
    let now = try at("2026-11-26T16:17:00-08:00")
    do {
      _ = try phrase.time.resolve(now: now, zone: .losAngeles, conventions: Self.settings.timeConventions)
    } catch { throw said.explained(error) }
  }

  @Test("are logged as they are, without a further question", arguments: ["phrases", "declared", "sentences"])
  func sayable(table: String) throws {
    var count = 0
    for row in PhraseTable(file: "\(table).txt").rows {
      for choice in try choices(row.phrase) {
        count += 1
        do {
          let said = try sentence(choice)
          try resolve(said.phrase(knowing: Log()), of: said)
        } catch { Issue.record("\(row.phrase): \(choice): \(error)") }
      }
    }
    #expect(count > 40)
  }

  @Test(
    "name the halves of the day of a half hour, and the span of a waking",
    arguments: [
      ("wet yesterday at half 3", "wet 2026-11-25 14:30"), ("up from 3am to 4am", "brief waking from 3am to 4am"),
      ("put to bed at 7:30", "put to bed at 7:30 in the evening"),
    ])
  func named(text: String, choice: String) throws { #expect(try choices(text).contains(choice)) }
}
