import BabyBar
import BabyClient
import BabyModel
import BabyProtocol

let now = Instant(milliseconds: 1_795_262_400_000)
/// With the night in which clocks go back shortly before `now`, and the one in which they go forward.
let zone = ZoneRules(
  name: "Europe/Berlin", initialOffset: 3600,
  transitions: [
    .init(at: Instant(milliseconds: 1_774_746_000_000), offset: 7200),
    .init(at: now - .hours(5), offset: 3600),
  ])
let eva = Child(
  id: ChildID(high: 0x0191_e3a0_7c3b_7d4e, low: 0x8f00_1a2b_3c4d_5e6f), name: "Eva", born: LocalDate(dayNumber: 20_000),
  zone: "Europe/Berlin", createdAt: now, updatedAt: now)

func checkTimes(_ bytes: [UInt8]) throws {
  let texts = bytes.texts
  func text(_ index: Int) -> String? { index < texts.count && !texts[index].isEmpty ? texts[index] : nil }
  let times = TimeTexts(at: text(0), for: text(1), from: text(2), to: text(3))
  if let span = try? times.resolve(now: now, zone: zone), let end = span.end {
    try expect(span.start < end, "a span ends before it begins")
    _ = end.text(in: zone)
  }
  var entry = Entry(
    id: EntryID(high: 1, low: 1), childID: eva.id, content: .sleep, start: now - .hours(3), end: now - .hours(1),
    createdAt: now, updatedAt: now)
  if (try? times.apply(to: &entry, now: now, zone: zone)) != nil {
    _ = try? entry.validate(child: eva, zone: zone, now: now)
  }
  for text in texts {
    for isEnd in [false, true] {
      _ = try? TimeExpression.resolveBoundary(text, isEnd: isEnd, now: now, settings: Settings(), zone: zone)
    }
    for order in DateOrder.allCases {
      let settings = Settings(family: ["date.order": order.rawValue])
      if let days = try? DayRange(words: text, now: now, settings: settings, zone: zone) {
        try expect(days.first <= days.last, "days end before they begin")
      }
      _ = try? TimeExpression.resolvePoint(text, now: now, zone: zone, conventions: settings.timeConventions)
    }
    for key in SettingKey.all { _ = try? key.validate(text) }
    if let instant = Instant(rfc3339: text) {
      try expect(Instant(rfc3339: instant.utcText) == instant, "an instant reads otherwise")
    }
  }
}

func checkPhrases(_ bytes: [UInt8]) throws {
  for text in bytes.texts {
    for (units, style) in [(VolumeUnit.milliliters, nil), (.ounces, FeedingStyle.breast), (.ounces, .bottle)] {
      let context = PhraseContext(units: units, feedingStyle: style, children: ["Eva", "Anna Lena", "Left"])
      switch PhraseReading(text, in: context) {
      case .understood(let phrase):
        _ = try? phrase.time.resolve(now: now, zone: zone)
        try expect(
          phrase.note.map { !$0.isEmpty && isSaid($0, in: text) } ?? true,
          "a note is not as it was said")
        try expect(phrase.child.map(context.children.contains) ?? true, "a child is made up")
        if case .note = phrase.action { try expect(phrase.note != nil, "a note without words") }
        try checkUnknownWord(text, phrase, context)
        try SentenceRoundTrip(units: units, style).check(text)
      case .unclear(let choices):
        try expect(!choices.isEmpty, "nothing is left to choose from")
        for choice in choices {
          guard case .refused(let refusal) = PhraseReading(choice, in: context) else { continue }
          throw Finding("what is asked back is refused when it is said, as \(refusal): \(choice)")
        }
      case .refused: break
      }
    }
    for category in NoteCategory.allCases {
      guard case .entry(let content, let note) = NoteReading(text, category: category, child: "Eva") else { continue }
      try expect(EntryKind.withRules.contains(content.kind) == false, "a note becomes what it cannot")
      try expect(
        EntryContent(content.kind, content.values) == content && note?.isEmpty != true, "a note becomes half an entry")
    }
  }
}

/// Whether a note is as it was said: remarks and the rest of it stand in one line, with a separator between them.
private func isSaid(_ note: String, in text: String) -> Bool {
  // Quotation marks of any form are the plain ones.
  func bytes(_ text: some StringProtocol) -> [UInt8] { Array(String(text).filter { !"\"“”„«»″".contains($0) }.utf8) }
  let all = bytes(text)
  return note.parts(around: Words.separator).allSatisfy { all.firstRange(of: bytes($0)) != nil }
}

/// A word that no rule knows is never dropped.
private func checkUnknownWord(_ text: String, _ phrase: Phrase, _ context: PhraseContext) throws {
  switch phrase.action {
  // A name takes any word, and is shown with it.
  case .declared, .start, .stop, .cancel, .note: return
  case .feeding, .diaper, .startFeeding, .nursing, .sleep, .tummyTime: break
  }
  guard phrase.note == nil, case .understood = PhraseReading(text + " xyzzy", in: context) else { return }
  throw Finding("an unknown word is dropped")
}

func checkSearches(_ bytes: [UInt8]) throws {
  let texts = bytes.texts
  let note = texts.dropFirst().joined(separator: "\n")
  let search = EntrySearch(texts[0], units: .ounces, zone: zone)
  let amount = Volume(Double(bytes.count) / 7, .milliliters)
  let contents: [EntryContent] = [
    .feeding(Feeding(method: .bottle, amount: amount)), .diaper(.wet), .sleep, .note(.medicine),
  ]
  for content in contents {
    let entry = Entry(
      id: EntryID(high: 1, low: 1), childID: eva.id, content: content, start: now, note: note, createdAt: now,
      updatedAt: now)
    let parts = search.found(in: content) | search.found(at: now) | search.found(in: note)
    try expect(search.matches(entry) == (parts == search.all), "what is found in parts is found in the whole")
  }
  if texts[0].utf8.allSatisfy({ $0 < 0x80 }), texts[0].split(whereSeparator: \.isWhitespace).count < 64 {
    try expect(search.found(in: texts[0]) == search.all, "a text is not found in itself")
  }
}

func checkLinks(_ bytes: [UInt8]) throws {
  do throws(LinkError) {
    let link = try Link(parsing: bytes.text)
    guard let call = link.rehearsal else { return }
    do { _ = try JSON(parsing: call.params) } catch { preconditionFailure("a link's call is not JSON") }
  } catch {
    try expect(error.message.unicodeScalars.allSatisfy { $0.value >= 0x20 }, "an error repeats what it was given")
  }
}

func checkBars(_ bytes: [UInt8]) throws {
  // Where there is no text, what stands beside it is the template's own, which may mean a tag.
  let texts = bytes.texts.map(SafeText.line).filter { !$0.isEmpty }
  for text in texts {
    // Bars read bytes: for them a combining mark is not part of a letter.
    let polybar = Array(("%" + BarFormat.polybar.escape(text) + "{").utf8)
    let opens = zip(polybar, polybar.dropFirst()).contains { $0 == (UInt8(ascii: "%"), UInt8(ascii: "{")) }
    try expect(!opens, "polybar sees a tag")
    let hashes = BarFormat.tmux.escape(text).utf8.split { $0 != UInt8(ascii: "#") }
    try expect(hashes.allSatisfy { $0.count.isMultiple(of: 2) }, "tmux sees a command")
    let argos = BarFormat.argos.escape(text)
    try expect(!argos.utf8.contains(UInt8(ascii: "|")), "Argos sees an attribute")
    for pango in [Markup.escape(text), argos] {
      try expect(!pango.utf8.contains { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }, "Pango sees a tag")
    }
  }
}

func checkClicks(_ bytes: [UInt8]) {
  var generator = WrappedGenerator()
  for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
    if let click = ClickLine(Array(line)) { _ = (click.name, click.event.text) }
    _ = generator.take(Array(line))
  }
}

func checkFollower(_ bytes: [UInt8]) {
  var follower = FollowerState(name: "fuzz", topics: Topic.allCases, childID: nil, timeout: .seconds(5))
  _ = follower.connected(at: .zero)
  for line in bytes.split(separator: UInt8(ascii: "\n")) {
    let step = follower.received(Array(line), at: .seconds(1))
    for event in step.events {
      if case .change(let change) = event { _ = try? change.payload() }
    }
    if step.failure != nil { _ = follower.connected(at: .seconds(2)) }
  }
}
