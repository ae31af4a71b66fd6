import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension MethodHandlers {
  /// Looking at entries and changing them.
  mutating func addEntries() {
    read(EntryGet.self) { params, logbook in
      let entry = try logbook.entry(params.id)
      let child = try logbook.anyChild("\(entry.childID)")
      let isMilestone = entry.kind == .declared(.milestone)
      let day = try isMilestone ? logbook.zone(child.zone).local(entry.start).date : nil
      return EntryGet.Answer(
        entry: try logbook.record(entry, of: child), child: ChildReference(child),
        timeFormat: try logbook.settings(of: child).timeFormat, age: day.flatMap { Words.age(on: $0, child.ageBasis) },
        queued: try logbook.queueState(of: entry.id),
        origin: try logbook.transaction.origin(of: entry.id).map(EntryGet.Origin.init))
    }
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
