import BabyEngine
import BabyModel
import BabyProtocol

extension HandlerTable {
  /// Looking at entries, changing them, and taking changes back.
  mutating func addEntries() {
    read(EntryGet.self) { params, book in
      let entry = try book.entry(params.id)
      let child = try book.anyChild("\(entry.childID)")
      return EntryGet.Answer(
        entry: try book.record(entry, of: child), child: ChildReference(child),
        timeFormat: try book.settings(of: child).timeFormat)
    }
    write(EntryUpdate.self) { params, book in try book.answer(book.update(params.id, params.changes)) }
    write(EntryDelete.self) { params, book in try book.answer(book.delete(params.id)) }
    write(EntryRestore.self) { params, book in try book.answer(book.restore(params.id)) }
    write(EntryDuplicate.self) { params, book in try book.answer(book.duplicate(params.id)) }
    write(Undo.self) { _, book in try book.answer(book.undo()) }
    write(Redo.self) { _, book in try book.answer(book.redo()) }
  }
}

extension EntryUpdate.Params {
  fileprivate var changes: EntryChanges {
    EntryChanges(
      time: time.texts, method: method, startedSide: startedSide.map(\.value), breasts: breasts.map(\.value),
      amount: amount.map(\.value), unit: unit, diaperType: type, category: category, note: note.map(\.value))
  }
}

extension LogbookWriter {
  fileprivate func answer(_ outcome: StepOutcome) throws -> Undo.Answer {
    let entries = try outcome.entries.prefix(100).map { try reader.record($0, of: reader.anyChild("\($0.childID)")) }
    let child = try outcome.entries.first.map { try reader.anyChild("\($0.childID)") } ?? reader.child(nil)
    return Undo.Answer(
      message: outcome.message, entries: entries, count: outcome.entries.count,
      timeFormat: try reader.settings(of: child).timeFormat, seq: try seq, isDryRun: isDryRun)
  }
}
