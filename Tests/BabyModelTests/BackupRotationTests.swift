import BabyModel
import Testing

@Suite("Rotation of backups")
struct BackupRotationTests {
  private let now = Instant(milliseconds: 1_795_000_000_000)

  /// What is left of a backup a day, with the rule applied after each.
  private func left(afterDays days: Int, perDay: Int = 1) -> [Instant] {
    var made: [Instant] = []
    for number in 0..<(days * perDay) {
      made.append(now + .hours(24) * number / perDay)
      let expired = BackupRotation.expired(among: made)
      made.removeAll { expired.contains($0) }
    }
    return made.sorted(by: >)
  }

  @Test("each of the last seven days has one, and each of the last four weeks")
  func rotation() {
    let left = left(afterDays: 60)
    #expect(left.count <= 10)
    #expect(left.prefix(7) == (0..<7).map { now + .hours(24 * (59 - $0)) }[...])
    let weeks = Set(left.map { $0.milliseconds / 86_400_000 / 7 })
    #expect(weeks.count == 4)
  }

  @Test("many in one day do not replace other days'")
  func manyInOneDay() {
    let days = Set(left(afterDays: 20, perDay: 8).map { $0.milliseconds / 86_400_000 })
    #expect(days.count >= 7)
    #expect(left(afterDays: 20, perDay: 8).count <= 13)
  }

  @Test("few are all kept, however old they are")
  func few() {
    let made = [now, now - .hours(24 * 400), now - .hours(24 * 800)]
    #expect(BackupRotation.expired(among: made) == [])
    #expect(BackupRotation.expired(among: []) == [])
  }

  @Test("the next is due a day after the newest, or when the clock was set back by a day")
  func due() {
    #expect(BackupRotation.isDue(at: now, newest: nil))
    #expect(!BackupRotation.isDue(at: now, newest: now - .hours(23)))
    #expect(BackupRotation.isDue(at: now, newest: now - .hours(24)))
    #expect(!BackupRotation.isDue(at: now, newest: now + .seconds(1)))
    #expect(BackupRotation.isDue(at: now, newest: now + .hours(24)))
  }
}
