/// A baby whose day is logged.
public struct Child: Hashable, Sendable, Identifiable {
  public var id: ChildID
  public var name: String
  public var born: LocalDate
  public var sex: Sex?
  /// IANA name of the zone whose days and clock times are this child's, such as `Europe/Berlin`.
  public var zone: String
  public var feedingStyle: FeedingStyle?
  /// When the child was to be born, as an age is corrected by it (`AgeBasis`).
  public var dueDate: LocalDate?
  public var birthWeight: BodyWeight?
  public var createdAt: Instant
  public var updatedAt: Instant
  /// Removed children keep their entries and can be restored.
  public var removedAt: Instant?

  public init(
    id: ChildID, name: String, born: LocalDate, sex: Sex? = nil, zone: String, feedingStyle: FeedingStyle? = nil,
    dueDate: LocalDate? = nil, birthWeight: BodyWeight? = nil, createdAt: Instant, updatedAt: Instant,
    removedAt: Instant? = nil
  ) {
    self.id = id
    self.name = name
    self.born = born
    self.sex = sex
    self.zone = zone
    self.feedingStyle = feedingStyle
    self.dueDate = dueDate
    self.birthWeight = birthWeight
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.removedAt = removedAt
  }
}

public enum Sex: String, CaseIterable, Sendable {
  case female, male, other
}

/// How a child is mostly fed (Nestling's `primaryFeedingStyle`).
public enum FeedingStyle: String, CaseIterable, Sendable {
  case breast, bottle, both
}
