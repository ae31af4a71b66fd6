/// What a person says of a child, each part of which can be changed without the others.
public enum ChildField: String, CaseIterable, Sendable {
  case name, born, zone, sex, feedingStyle

  func isSame(in one: Child, _ other: Child) -> Bool {
    switch self {
    case .name: one.name == other.name
    case .born: one.born == other.born
    case .zone: one.zone == other.zone
    case .sex: one.sex == other.sex
    case .feedingStyle: one.feedingStyle == other.feedingStyle
    }
  }

  func copy(from source: Child, to child: inout Child) {
    switch self {
    case .name: child.name = source.name
    case .born: child.born = source.born
    case .zone: child.zone = source.zone
    case .sex: child.sex = source.sex
    case .feedingStyle: child.feedingStyle = source.feedingStyle
    }
  }
}

extension Child {
  /// What two versions of a child do not say alike.
  public func differences(from other: Child) -> [ChildField] {
    ChildField.allCases.filter { !$0.isSame(in: self, other) }
  }
}

/// Changes that two machines have made to the same version of a child, put together part by part.
public struct ChildMerge: Hashable, Sendable {
  /// The server's version with what was changed here and not there.
  public let child: Child
  /// What was changed on both, and not to the same: there the server's stays.
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
