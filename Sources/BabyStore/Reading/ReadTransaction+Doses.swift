public import BabyModel
import GRDB

extension ReadTransaction {
  /// Doses that say how often a medicine may be given up to a time, newest first: as many as a course needs, and no more;
  /// without their notes.
  public func doses(of child: ChildID, before time: Instant) throws -> [Entry] {
    var query = EntryQuery(
      child: child, from: time - MedicineCourse.memory, to: time + .milliseconds(1), kinds: [.declared(.medicine)],
      limit: MedicineCourse.mostDoses)
    query.detail = .withoutNotes
    return try entries(query).entries
  }

  /// The same where a next dose can be awaited at all: a family that gives no medicine pays one step into an index.
  public func awaitedDoses(of child: ChildID, at time: Instant) throws -> [Entry] {
    guard let last = try lastEntry(.declared(.medicine), child: child), last.start > time - MedicineCourse.longestWait
    else { return [] }
    return try doses(of: child, before: time)
  }

  /// The brief wakings since a sleep began, newest first and without their notes; those after its end are not among them.
  func wakings(in sleep: Entry) throws -> [Entry] {
    let kind = EntryKind.declared(.briefWaking)
    var query = EntryQuery(child: sleep.childID, from: sleep.start, to: sleep.end, kinds: [kind])
    query.detail = .withoutNotes
    return try entries(query).entries
  }
}
