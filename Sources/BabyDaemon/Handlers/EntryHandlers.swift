import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords

extension HandlerTable {
  /// Looking at entries and changing them.
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
  }
}

extension EntryUpdate.Params {
  fileprivate var changes: EntryChanges {
    EntryChanges(
      time: time.texts, method: method, startedSide: startedSide.map(\.value), breasts: breasts.map(\.value),
      amount: amount.map(\.value), unit: unit, diaperType: type, category: category, note: note.map(\.value))
  }
}
