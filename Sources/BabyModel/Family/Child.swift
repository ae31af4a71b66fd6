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

/// A child's sex, which chooses the growth table; `other` is compared with both.
public enum Sex: String, CaseIterable, Sendable {
  case female, male, other
}

/// How a child is mostly fed (Nestling's `primaryFeedingStyle`).
public enum FeedingStyle: String, CaseIterable, Sendable {
  case breast, bottle, both
}

extension Child {
  /// Checks everything except whether the zone exists, which only the zone database knows.
  ///
  /// - Parameter today: the date in the child's zone.
  /// - Throws: `BabyError.childInvalid` with all that is wrong.
  public func validate(today: LocalDate) throws(BabyError) {
    var errors: [FieldError] = []
    let letters = name.trimmed
    if letters.isEmpty {
      errors.append(FieldError("name", "must not be empty"))
    } else if let problem = TextLimits.name.problem(with: letters) {
      errors.append(FieldError("name", problem))
    }
    if letters.lowercased() == "all" {
      errors.append(FieldError("name", "must not be \"all\", which stands for every child"))
    }
    if letters.hasPrefix("-") { errors.append(FieldError("name", "must not begin with -, as options do")) }
    if !name.isPlainLine {
      errors.append(FieldError("name", "must not contain control characters"))
    }
    if born > today { errors.append(FieldError("born", "must not be in the future")) }
    if born.year < 1900 { errors.append(FieldError("born", "must not be before 1900")) }
    if let dueDate, !(-Self.longestOverdue...Self.earliest).contains(dueDate.dayNumber - born.dayNumber) {
      errors.append(
        FieldError(
          "dueDate",
          "must be at most \(Self.earliest) days after the date of birth and at most \(Self.longestOverdue) before it"))
    }
    if let birthWeight, !BodyWeight.plausibleAtBirth.contains(birthWeight.grams) {
      let limits = BodyWeight.plausibleAtBirth
      let text = [limits.lowerBound, limits.upperBound].map { Words.decimalText($0, places: 0) }
      errors.append(FieldError("birthWeight", "must be between \(text[0]) and \(text[1]) g"))
    }
    guard errors.isEmpty else { throw .childInvalid(errors) }
  }

  /// How many days before it was due a child can be born: no child has lived that was born half way to term.
  private static let earliest = 140
  /// How many days after it was due.
  private static let longestOverdue = 30
}

/// From when a child's age counts.
///
/// Milestones and norms count from a birth at term. A child born before 37 weeks is compared with others by the age
/// that counts from the due date, until two years after birth (American Academy of Pediatrics, Committee on Fetus and
/// Newborn, 2004). A child born later counts from its birth, whatever its due date.
public struct AgeBasis: Hashable, Sendable {
  public let born: LocalDate
  /// Days from birth to when the child was due; 0 if no age is corrected.
  public let correction: Int

  /// How long before the day it was due a child can be born at term: 40 weeks less 37, in days.
  private static let term = 21
  /// How long after birth the age is corrected, in days.
  private static let longest = 730

  public init(born: LocalDate, due: LocalDate? = nil) {
    self.born = born
    let early = due.map { $0.dayNumber - born.dayNumber } ?? 0
    correction = early > Self.term ? early : 0
  }

  /// Days of age, corrected as long as that is done; never less than none for a child that is born.
  public func days(on date: LocalDate) -> Int {
    let days = date.dayNumber - born.dayNumber
    return isCorrected(on: date) ? max(days - correction, 0) : days
  }

  /// Whether the age counts from the due date: until two years after birth.
  public func isCorrected(on date: LocalDate) -> Bool {
    correction > 0 && (0..<Self.longest).contains(date.dayNumber - born.dayNumber)
  }
}

extension Child {
  public var ageBasis: AgeBasis { AgeBasis(born: born, due: dueDate) }
}
