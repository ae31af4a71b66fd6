import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension MethodHandlers {
  /// Looking at entries and changing them.
  mutating func addEntries() {
    read(EntryGet.self) { params, logbook in try logbook.entryDetails(params.id) }
    write(EntryUpdate.self) { params, logbook in try logbook.answer(logbook.update(params.id, params.changes)) }
    write(EntryDelete.self) { params, logbook in try logbook.answer(logbook.delete(params.id)) }
    write(EntryDeleteSeveral.self) { params, logbook in try logbook.answer(logbook.delete(params.ids)) }
    write(EntryRestore.self) { params, logbook in try logbook.answer(logbook.restore(params.id)) }
    write(EntryDuplicate.self) { params, logbook in try logbook.answer(logbook.duplicate(params.id)) }
  }
}

extension EntryUpdate.Params {
  fileprivate var changes: EntryChanges {
    EntryChanges(
      time: time.texts, method: method, startedSide: startedSide.map(\.value), breasts: breasts.map(\.value),
      amount: amount.map(\.value), unit: unit, content: content.map(\.value), left: leftSeconds.map(\.value?.length),
      right: rightSeconds.map(\.value?.length), diaperType: type, category: category, fields: fields ?? SaidFields(),
      note: note.map(\.value))
  }
}

extension Int {
  /// Seconds that a client has sent, whatever they are: rules look at them where they are sure not to overflow.
  fileprivate var length: Duration { .seconds(Swift.min(Swift.max(self, -1), 1_000_000)) }
}
