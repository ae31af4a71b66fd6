public import BabyModel

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
