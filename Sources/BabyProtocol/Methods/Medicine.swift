public import BabyModel

public enum MedicineList: RPCMethod {
  public static let name = "medicine.list"
  public static let summary = "Lists the medicines that a child got in the last 90 days, the one given last first."
  public static let access = MethodAccess.everybody
  public static let errors: [ErrorCode] = .ofChild

  public typealias Params = ChildParams

  @WireMembers
  public struct Answer: WireObject {
    /// The child.
    public var child: ChildReference
    /// How to write clock times.
    public var timeFormat: TimeFormat
    /// The theme set for the child.
    public var theme: Theme
    /// The medicines.
    public var medicines: [MedicineRecord]
  }
}

/// A medicine, derived from its doses.
@WireMembers("Medicine")
public struct MedicineRecord: Hashable, WireObject {
  /// As the newest dose has it.
  public var name: String
  /// UUID of the newest dose.
  public var lastID: EntryID
  /// When it was given last.
  public var last: Instant
  /// The same time with the offset of the child's time zone.
  public var lastLocal: String
  /// How much it was last, in words; left out if no dose says so.
  public var dose: String?
  /// The least time between two doses, as the newest dose says that says so.
  public var intervalSeconds: Int?
  /// The most doses within 24 hours, as the newest dose says that says so.
  public var mostPerDay: Int?
  /// Doses within the last 24 hours.
  public var givenInDay: Int
  /// From when on it may be given again by these two; left out if no dose says either.
  public var next: Instant?
  /// The same time with the offset of the child's time zone.
  public var nextLocal: String?
}

extension MedicineRecord {
  public init(_ course: MedicineCourse, in zone: ZoneRules) {
    self.init(
      name: course.name, lastID: course.last.id, last: course.last.start, lastLocal: course.last.start.text(in: zone),
      dose: course.dose, intervalSeconds: course.interval.map { $0.wholeSeconds },
      mostPerDay: course.mostPerDay, givenInDay: course.givenInDay, next: course.next,
      nextLocal: course.next.map { $0.text(in: zone) })
  }
}

/// When a medicine was given, and from when on it may be given again, by what was noted with its doses.
@WireMembers("NextDose")
public struct NextDoseRecord: Hashable, WireObject {
  /// As the newest dose has it.
  public var name: String
  /// When it was given last.
  public var last: Instant
  /// The same time with the offset of the child's time zone.
  public var lastLocal: String
  /// From when on it may be given again.
  public var next: Instant
  /// The same time with the offset of the child's time zone.
  public var nextLocal: String
}

extension NextDoseRecord {
  /// Nil if the interval is unknown.
  public init?(_ course: MedicineCourse, in zone: ZoneRules) {
    guard let next = course.next else { return nil }
    self.init(
      name: course.name, last: course.last.start, lastLocal: course.last.start.text(in: zone), next: next,
      nextLocal: next.text(in: zone))
  }

  /// Those with a relevant next dose; nil if there are none.
  public static func all(_ courses: [MedicineCourse], in zone: ZoneRules) -> [NextDoseRecord]? {
    let records = courses.compactMap { NextDoseRecord($0, in: zone) }
    return records.isEmpty ? nil : records
  }
}
