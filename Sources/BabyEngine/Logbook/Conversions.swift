import BabyImport
public import BabyModel
public import BabyStore

/// A note, and the entry that takes its place.
public struct NoteConversion: Hashable, Sendable {
  public var note: Entry
  /// Nil for a note that seems to say something of its own, and is left, for it does not say it with certainty.
  public var entry: Entry?
}

/// What became of some of a child's notes.
public struct ConvertedNotes: Sendable {
  public var child: Child
  public var settings: Settings
  public var zone: ZoneRules
  /// Newest first.
  public var conversions: [NoteConversion]
  /// How many others were looked at, which are notes and nothing else.
  public var otherNotes: Int
  /// Asks for older ones; nil when there are none.
  public var nextCursor: String?
  /// What undo takes back, with all pages before; nil as long as nothing was changed.
  public var step: StepID?
}

extension LogbookWriter {
  /// Bytes of the notes that are looked at in one transaction, about.
  private static let roomForNotes = 256 * 1024

  /// Puts entries in the place of notes that say what they are, page by page.
  ///
  /// A note is deleted and an entry of another kind made, which every peer understands, one that does not know the kind
  /// among them. The entry's id follows from the note's: two machines that do this at once make the same one.
  ///
  /// - Parameters:
  ///   - cursor: `nextCursor` of the page before.
  ///   - limit: how many notes are looked at.
  ///   - step: of the page before, so that one undo takes back all.
  public func convertNotes(
    child reference: String?, cursor: String?, limit: Int, continuing step: StepID?
  ) throws -> ConvertedNotes {
    let page = try page(of: reference)
    var query = EntryQuery(child: page.child.id, kinds: [.note], limit: limit, cursor: cursor)
    query.room = Self.roomForNotes
    let notes = try reader.transaction.entries(query)
    // Nobody can put this name on a step that was something else.
    let isOurs = try step.map { step in
      try reader.journal(limit: 20).contains { $0.id == step && $0.label == Words.convertedNotes }
    }
    try transaction.label(Words.convertedNotes, continuing: isOurs == true ? step : nil)
    var conversions: [NoteConversion] = []
    for note in notes.entries {
      switch page.reading(of: note) {
      case .entry(let content, let remark):
        let entry = page.valid(note.replaced(by: content, note: remark, at: now), now: now)
        conversions.append(NoteConversion(note: note, entry: try entry.map { try put($0, inPlaceOf: note) }))
      case .unsure: conversions.append(NoteConversion(note: note))
      case .other: break
      }
    }
    return ConvertedNotes(
      child: page.child, settings: page.settings, zone: page.zone, conversions: conversions,
      otherNotes: notes.entries.count - conversions.count, nextCursor: notes.nextCursor, step: transaction.step)
  }

  private func put(_ entry: Entry, inPlaceOf note: Entry) throws -> Entry {
    try transaction.delete(note.id)
    if try transaction.insertIfAbsent(entry) { return entry }
    // It was made before: taken back here since, or still there, as another machine made it.
    guard let known = try reader.transaction.entry(entry.id), known.deletedAt != nil else { return entry }
    try transaction.restore(entry.id)
    return try transaction.update(entry)
  }
}

extension ChildPage {
  fileprivate func reading(of note: Entry) -> NoteReading {
    guard case .note(let category) = note.content else { return .other }
    return NoteReading(note.note ?? "", category: category, child: child.name)
  }

  /// Nil for an entry that could not be logged: before the birth, say.
  fileprivate func valid(_ entry: Entry, now: Instant) -> Entry? {
    do throws(BabyError) {
      try entry.validate(child: child, zone: zone, now: now)
      return entry
    } catch {
      return nil
    }
  }
}

extension Entry {
  /// Another entry of the same moment and by the same person.
  fileprivate func replaced(by content: EntryContent, note: String?, at now: Instant) -> Entry {
    Entry(
      id: derivedID(in: id, name: "entry"), childID: childID, content: content, start: start, note: note,
      author: author, createdAt: createdAt, updatedAt: now)
  }
}
