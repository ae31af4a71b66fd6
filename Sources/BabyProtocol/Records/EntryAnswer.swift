public import BabyModel

/// The answer to every call that logs or changes an entry.
@WireMembers("EntryAnswer")
public struct EntryAnswer: Hashable, PressAnswer {
  /// The entry as it is now.
  public var entry: EntryRecord
  /// The child the entry is for.
  public var child: ChildReference
  /// How to write clock times.
  public var timeFormat: TimeFormat
  /// The result, in words.
  ///
  /// Such as "Logged left breast".
  public var message: String
  /// Another sleep, tummy time or activity of that name at the same time, so one of the two must be a mistake; left out
  /// if there is none.
  public var overlap: EntryRecord?
  /// The medicine as it was before this dose, which was given sooner than was noted that it may be; else left out.
  public var tooSoon: MedicineRecord?
  /// Number of the database's last change.
  public var seq: Int
  /// True when nothing was changed.
  public var isDryRun: Bool = false
  /// True when the same call came within the second before: it was done once.
  public var isRepeated: Bool = false
}
