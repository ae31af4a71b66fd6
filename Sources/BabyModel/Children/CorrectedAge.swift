/// From when a child's age counts.
///
/// Milestones and norms count from a birth at term. A child born before 37 weeks is compared with others by the age
/// that counts from the due date, until two years after birth (American Academy of Pediatrics, Committee on Fetus and
/// Newborn, 2004). A child born later counts from its birth, whatever its due date.
public struct AgeBasis: Hashable, Sendable {
  public let born: LocalDate
  /// Days from birth to when the child was due; 0 where no age is corrected.
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

  public func isCorrected(on date: LocalDate) -> Bool {
    correction > 0 && (0..<Self.longest).contains(date.dayNumber - born.dayNumber)
  }
}

extension Child {
  public var ageBasis: AgeBasis { AgeBasis(born: born, due: dueDate) }
}
