import BabyImport
import BabyModel
public import BabyProtocol
import BabyStore

extension LogbookReader {
  /// An entry with what is known of it besides: its place in the queue, and the file that it was imported from.
  ///
  /// - Parameter reference: as for `entry`.
  /// - Throws: `BabyError.entryNotFound`.
  public func entryDetails(_ reference: String) throws -> EntryGet.Answer {
    let entry = try entry(reference)
    let child = try anyChild("\(entry.childID)")
    let isMilestone = entry.kind == .declared(.milestone)
    let day = try isMilestone ? zone(child.zone).local(entry.start).date : nil
    let origin = try transaction.origin(of: entry.id).map { origin in
      EntryGet.Origin(
        app: importedApp(format: origin.format), format: origin.format, importedAt: origin.importedAt)
    }
    return EntryGet.Answer(
      entry: try record(entry, of: child), child: ChildReference(child),
      timeFormat: try settings(of: child).timeFormat, age: day.flatMap { Words.age(on: $0, child.ageBasis) },
      queued: try queueState(of: entry.id), origin: origin)
  }
}
