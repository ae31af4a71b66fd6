import Testing

@testable import BabyModel

@Suite("Medicines: intervals from the doses, and when the next may be given")
struct MedicineCourseTests {
  private static let noon = Instant(milliseconds: 1_589_112_000_000)

  /// - Parameter hours: after noon.
  private func dose(
    _ name: String, _ hours: Double, every interval: Int? = nil, most: Int? = nil, id: UInt64 = 1
  ) -> Entry {
    let start = Self.noon + .milliseconds(Int64(hours * 3_600_000))
    let values: [FieldValue?] = [
      .text(name), .quantity(5, unit: 0), interval.map { .seconds($0 * 3600) }, most.map { .count($0) },
    ]
    return Entry(
      id: EntryID(high: UInt64(bitPattern: start.milliseconds), low: id), childID: ChildID(high: 1, low: 1),
      content: .declared(.medicine, values), start: start, createdAt: start, updatedAt: start)
  }

  private func next(_ doses: [Entry], at hours: Double = 0) -> Double? {
    let now = Self.noon + .milliseconds(Int64(hours * 3_600_000))
    return MedicineCourse.all(in: doses, at: now).first?.next.map {
      Double($0.milliseconds - Self.noon.milliseconds) / 3_600_000
    }
  }

  @Test("Without an interval, there is no time for the next")
  func silent() { #expect(next([dose("Tylenol", -1)]) == nil) }

  @Test("The interval counts from the last dose, and holds until a later dose changes it")
  func interval() {
    #expect(next([dose("Tylenol", -1, every: 6)]) == 5)
    #expect(next([dose("Tylenol", -20, every: 6), dose("Tylenol", -2)]) == 4)
    #expect(next([dose("Tylenol", -20, every: 6), dose("Tylenol", -2, every: 8)]) == 6)
  }

  @Test("The limit in 24 hours counts from the dose that many before; the later of the two times holds")
  func most() {
    let four = [-20, -14, -8, -2].map { dose("Tylenol", $0, every: 4, most: 4) }
    #expect(next(four) == 4)
    #expect(next(Array(four.dropFirst())) == 2)
    #expect(next([-3, -2, -1].map { dose("Drops", $0, most: 3) }) == 21)
  }

  @Test("If a further dose may be given at once, the time is that of the last one, and never before it")
  func atOnce() {
    #expect(next([dose("Drops", -1, most: 3)]) == -1)
    #expect(next([dose("Drops", -200), dose("Drops", -100), dose("Drops", -1, most: 3)]) == -1)
  }

  @Test("A medicine is pending until a day after it may be given again; one without an interval never is")
  func awaited() {
    func names(_ doses: [Entry], at hours: Double) -> [String] {
      let time = Self.noon + .milliseconds(Int64(hours * 3_600_000))
      return MedicineCourse.awaited(in: doses, at: time, since: time).map(\.name)
    }
    let doses = [dose("Tylenol", 0, every: 6), dose("Iron", -1, every: 7 * 24), dose("Balm", -0.5)]
    #expect(names(doses, at: 1) == ["Tylenol", "Iron"])
    #expect(names(doses, at: 29.9) == ["Tylenol", "Iron"])
    #expect(names(doses, at: 30) == ["Iron"])
    #expect(names(doses, at: 8 * 24 - 1) == [])
    let many = (0..<20).map { dose("M\($0)", -Double($0) / 10, every: 6, id: UInt64($0)) }
    #expect(names(many, at: 0) == (0..<8).map { "M\($0)" })
  }

  @Test("Each medicine counts by itself, in any case; deleted and later doses do not count")
  func several() {
    var deleted = dose("tylenol", -0.5, every: 6)
    deleted.deletedAt = Self.noon
    let courses = MedicineCourse.all(
      in: [dose("Tylenol", -3, every: 6), dose("TYLENOL", -1), dose("Iron", -2), deleted, dose("Iron", 2)],
      at: Self.noon)
    #expect(courses.map(\.name) == ["TYLENOL", "Iron"])
    #expect(courses.map(\.givenInDay) == [2, 1])
    #expect(courses.map(\.dose) == ["5 ml", "5 ml"])
  }

  @Test(
    "Accents, signs and spaces make no difference",
    arguments: ["vitamin d3", "VITAMIN-D3", "Vitamin  D 3", "Vítamin D3", "vitamin D3."])
  func spellings(name: String) {
    let earlier = [dose("Vitamin D3", -1, every: 6)]
    #expect(MedicineCourse.tooSoon(dose(name, 0), after: earlier)?.name == "Vitamin D3")
    #expect(MedicineCourse.tooSoon(dose("Vitamin D2", 0), after: earlier) == nil)
    let courses = MedicineCourse.all(in: earlier + [dose(name, -0.5)], at: Self.noon)
    #expect(courses.map(\.name) == [name])
    #expect(courses.first?.next == Self.noon + .minutes(330))
    // Its reminder is that of the medicine, however the last dose spells it.
    #expect(courses.map(\.key) == MedicineCourse.all(in: earlier, at: Self.noon).map(\.key))
  }

  @Test("A name of signs alone is valid")
  func signs() {
    let courses = MedicineCourse.all(in: [dose("++", -2), dose("--", -1)], at: Self.noon)
    #expect(courses.map(\.name) == ["--", "++"])
  }

  @Test("A dose is too soon before that time, by its own interval, too, and not at it")
  func tooSoon() {
    let earlier = [dose("Tylenol", -6, every: 6)]
    #expect(MedicineCourse.tooSoon(dose("tylenol", -0.1), after: earlier)?.next == Self.noon)
    #expect(MedicineCourse.tooSoon(dose("tylenol", 0), after: earlier) == nil)
    #expect(MedicineCourse.tooSoon(dose("tylenol", -1, every: 4), after: earlier) == nil)
    #expect(MedicineCourse.tooSoon(dose("Iron", -1), after: earlier) == nil)
    #expect(MedicineCourse.tooSoon(earlier[0], after: earlier) == nil)
    var deleted = dose("Tylenol", -1, every: 6)
    deleted.deletedAt = Self.noon
    #expect(MedicineCourse.tooSoon(dose("tylenol", 0), after: earlier + [deleted]) == nil)
  }
}
