import BabyImport
import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookWriter {
  /// Bytes of the notes that are looked at in one transaction, about.
  private static let roomForNotes = 256 * 1024

  /// Replaces notes by the entries that they describe, page by page.
  ///
  /// A note is deleted and an entry of another kind made, which every peer understands, one that does not know the kind
  /// among them. The entry's id follows from the note's: two machines that do this at once make the same one.
  ///
  /// - Parameter params: the step of the page before makes one undo take back all pages.
  public func convertNotes(_ params: NoteConvert.Params) throws -> NoteConvert.Answer {
    let page = try page(of: params.childID)
    let step = params.step.flatMap(StepID.init)
    var query = EntryQuery(
      child: page.child.id, kinds: [.note], limit: params.limit ?? 200, cursor: params.cursor)
    query.room = Self.roomForNotes
    let notes = try reader.transaction.entries(query)
    // Make sure that the step is a conversion.
    let isOurs = try step.map { step in
      try reader.journal(limit: 20).contains { $0.id == step && $0.label == Words.convertedNotes }
    }
    try transaction.label(Words.convertedNotes, continuing: isOurs == true ? step : nil)
    func record(_ entry: Entry) -> EntryRecord { EntryRecord(entry, in: page.zone) }
    var conversions: [NoteConversionRecord] = []
    for note in notes.entries {
      switch page.reading(of: note) {
      case .entry(let content, let remark):
        let entry = page.valid(note.replaced(by: content, note: remark, at: now), now: now)
        let replacement = try entry.map { try put($0, inPlaceOf: note) }
        conversions.append(NoteConversionRecord(note: record(note), entry: replacement.map(record)))
      case .unsure: conversions.append(NoteConversionRecord(note: record(note)))
      case .other: break
      }
    }
    return NoteConvert.Answer(
      child: ChildReference(page.child), units: page.settings.units, timeFormat: page.settings.timeFormat,
      theme: page.settings.theme, notes: conversions, otherNotes: notes.entries.count - conversions.count,
      nextCursor: notes.nextCursor, step: isDryRun ? nil : transaction.step?.description, seq: try seq,
      isDryRun: isDryRun)
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

  /// Nil for an entry that is not valid, such as one before the birth.
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
