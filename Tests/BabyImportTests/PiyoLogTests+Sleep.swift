import BabyModel
import Testing

@testable import BabyImport

extension PiyoLogTests {
  @Test("a sleep ends with the next wake-up, also after midnight, and never without one")
  func sleep() throws {
    let result = try importing(
      """
      【ぴよログ】2020年2月
      ----------
      2020/2/25(火)
      Eva (0歳2か月7日)

      20:30   寝る   ベッド

      ----------
      2020/2/26(水)
      Eva (0歳2か月8日)

      02:00   起きる (5時間30分)   泣いた
      03:00   寝る
      04:00   寝る
      06:00   起きる (2時間0分)
      07:00   起きる
      20:00   寝る
      """)
    let sleeps = result.entries.filter { $0.content == .sleep }
    #expect(sleeps.map(\.duration) == [.minutes(330), nil, .minutes(120), nil])
    #expect(sleeps.map(\.endUnknown) == [false, true, false, true])
    #expect(sleeps[0].note == "ベッド\n泣いた")
    #expect(result.entries.filter { $0.content == .note(.general) }.map(\.note) == ["起きる"])
    #expect(result.summary.flags == [.endMissing: 2])
    let different = try importing(day("10:00   寝る", "11:00   起きる (0時間40分)"))
    #expect(different.entries.map(\.duration) == [.minutes(60)])
    #expect(different.summary.flags == [.durationDiffers: 1])
  }

  @Test("a sleep from one file into the next is one, in any order, and the same if they are imported separately")
  func overFiles() throws {
    let february = day("20:30   寝る   ", date: "2020/2/29(土)")
    let march = day("02:00   起きる (5時間30分)", date: "2020/3/1(日)")
    let alone = try importing(february)
    #expect(alone.entries.map(\.endUnknown) == [true])
    for texts in [[february, march], [march, february]] {
      let both = try importing(texts[0], texts[1])
      #expect(both.entries.map(\.duration) == [.minutes(330)])
      #expect(both.entries.map(\.start) == alone.entries.map(\.start))
      #expect(both.entries.map(\.id) == alone.entries.map(\.id))
    }
    let noted = try importing(day("20:30   寝る   ベッド", date: "2020/2/29(土)"), march)
    #expect(noted.entries.map(\.note) == ["ベッド", nil])
    #expect(noted.entries.map(\.content) == [.note(.general), .sleep])
  }

  @Test("on a night when clocks change, a sleep's duration resolves the time, also across files")
  func daylightSaving() throws {
    let autumn = try importing(
      day("11:30 PM   寝る", date: "2020/10/31(土)"), day("01:30 AM   起きる (3時間0分)", date: "2020/11/1(日)"),
      zone: losAngeles)
    #expect(autumn.entries.contains { $0.duration == .minutes(180) })
    let one = try importing(
      day("00:30   寝る", "01:30   起きる (2時間0分)", date: "2020/11/1(日)"), zone: losAngeles)
    #expect(one.entries.map(\.duration) == [.minutes(120)])
    let skipped = try importing(day("02:30   ミルク 100ml", date: "2020/3/8(日)"), zone: losAngeles)
    #expect(skipped.summary.flags == [.skippedTime: 1])
    let spring = try importing(
      day("11:30 PM   寝る", date: "2020/3/7(土)"), day("06:30 AM   起きる (6時間0分)", date: "2020/3/8(日)"),
      zone: losAngeles)
    #expect(spring.entries.map(\.duration) == [.minutes(360)])
  }
}
