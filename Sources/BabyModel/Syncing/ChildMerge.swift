/// The fields of a child, each of which can be changed separately.
public enum ChildField: String, CaseIterable, Sendable {
  case name, born, zone, sex, feedingStyle, dueDate, birthWeight

  func isSame(in one: Child, _ other: Child) -> Bool {
    switch self {
    case .name: one.name == other.name
    case .born: one.born == other.born
    case .zone: one.zone == other.zone
    case .sex: one.sex == other.sex
    case .feedingStyle: one.feedingStyle == other.feedingStyle
    case .dueDate: one.dueDate == other.dueDate
    case .birthWeight: one.birthWeight == other.birthWeight
    }
  }

  func copy(from source: Child, to child: inout Child) {
    switch self {
    case .name: child.name = source.name
    case .born: child.born = source.born
    case .zone: child.zone = source.zone
    case .sex: child.sex = source.sex
    case .feedingStyle: child.feedingStyle = source.feedingStyle
    case .dueDate: child.dueDate = source.dueDate
    case .birthWeight: child.birthWeight = source.birthWeight
    }
  }
}

extension Child {
  /// The due date and the weight at birth, of which servers before the tenth version of their tables keep nothing.
  public var hasBirthFacts: Bool { dueDate != nil || birthWeight != nil }

  /// The same, with what another one says of the birth.
  public func withBirthFacts(of other: Child?) -> Child {
    var child = self
    (child.dueDate, child.birthWeight) = (other?.dueDate, other?.birthWeight)
    return child
  }

  /// The fields in which two versions of a child differ.
  public func differences(from other: Child) -> [ChildField] {
    ChildField.allCases.filter { !$0.isSame(in: self, other) }
  }
}

/// Changes that two machines have made to the same version of a child, put together part by part.
public struct ChildMerge: Hashable, Sendable {
  /// The server's version with the local changes.
  public let child: Child
  /// Fields that were changed differently on both sides: the server's values win.
  public let overruled: [ChildField]

  /// - Parameters:
  ///   - ours: as it is here.
  ///   - base: the version that both were made of.
  ///   - theirs: as the server has it.
  public init(_ ours: Child, from base: Child, onto theirs: Child) {
    var merged = theirs
    merged.removedAt = ours.removedAt
    var overruled: [ChildField] = []
    for field in ours.differences(from: base) where !field.isSame(in: ours, theirs) {
      if field.isSame(in: theirs, base) { field.copy(from: ours, to: &merged) } else { overruled.append(field) }
    }
    self.child = merged
    self.overruled = overruled
  }
}
