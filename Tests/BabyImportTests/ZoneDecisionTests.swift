import BabyModel
import Testing

@testable import BabyImport

@Suite("The zone of clock times")
struct ZoneDecisionTests {
  /// In 2020 clocks went forward there on 29 March, three weeks after those of Los Angeles.
  private static let berlin = ZoneRules(
    name: "Europe/Berlin", initialOffset: 3600,
    transitions: [
      .init(at: instant("2020-03-29T01:00:00Z"), offset: 7200),
      .init(at: instant("2020-10-25T01:00:00Z"), offset: 3600),
    ])

  /// A log that was kept in Los Angeles.
  private static let night = "3/7/20 10:56 PM,3/8/20 7:55 AM,479,Sleep,,,Eva slept (7h59m),,A"
  private static let nap = "3/9/20 1:00 PM,3/9/20 2:00 PM,60,Sleep,,,Eva slept (1h),,A"

  private func decided(
    _ rows: String..., zone: ZoneRules, isSaid: Bool = false
  ) throws -> (decision: String?, question: ImportQuestion?) {
    let file = Array(([header] + rows).joined(separator: "\n").utf8)
    let decisions = try importing(
      files: [file], zone: zone, choices: ImportChoices(dateOrder: .monthDay, isZoneSaid: isSaid)
    ).decisions
    let zone = decisions.made.first { $0.subject == "Zone" }
    return (zone.map { "\($0.value), because \($0.reason)" }, decisions.questions.first)
  }

  @Test("is the child's, and is reported as such; nights with clock changes confirm it")
  func fitting() throws {
    #expect(try decided(Self.nap, zone: losAngeles).decision == "America/Los_Angeles, because it is Eva's")
    #expect(
      try decided(Self.nap, Self.night, zone: losAngeles).decision
        == "America/Los_Angeles, because it is Eva's, and 1 night fits in which its clocks changed")
  }

  @Test("is asked for when durations contradict it, unless it was given")
  func denied() throws {
    let asked = try decided(Self.nap, Self.night, zone: Self.berlin)
    #expect(asked.decision == nil)
    #expect(asked.question?.option == "zone" && asked.question?.choices == [])
    #expect(asked.question?.text.contains("line 3") == true)
    #expect(
      try decided(Self.nap, Self.night, zone: Self.berlin, isSaid: true).decision
        == "Europe/Berlin, because you said so")
    // The clocks of Los Angeles went forward in that night, and those of the log did not.
    let still = "3/7/20 10:56 PM,3/8/20 7:55 AM,539,Sleep,,,Eva slept (8h59m),,A"
    #expect(try decided(still, zone: losAngeles).question?.option == "zone")
  }

  @Test("is not doubted for a wrong duration at another time, or on one night of several")
  func mistakes() throws {
    let wrong = "3/11/20 10:56 PM,3/12/20 7:55 AM,479,Sleep,,,Eva slept (7h59m),,A"
    #expect(try decided(wrong, zone: losAngeles).question == nil)
    let autumn = "10/31/20 8:02 PM,11/1/20 1:59 AM,417,Sleep,,,Eva slept (6h57m),,U"
    let third = "11/1/20 12:10 AM,11/1/20 6:38 AM,448,Sleep,,,Eva slept,,U"
    let denied = "11/1/20 12:20 AM,11/1/20 6:38 AM,378,Sleep,,,Eva slept,,U"
    #expect(try decided(Self.night, autumn, third, denied, zone: losAngeles).decision?.contains("fit") == true)
  }

  @Test("is not mentioned if times contain it")
  func instants() throws {
    let answer = #"[{"child":1,"time":"2020-02-17T03:54:09-08:00","wet":true,"solid":false}]"#
    let decisions = try importing(files: [Array(answer.utf8)]).decisions
    #expect(decisions.made.isEmpty)
  }

  @Test("of Baby Buddy's tables is the server's, whose durations are checked, too")
  func babyBuddy() throws {
    let table = """
      child_id,start,end,duration,notes
      1,2020-03-07 22:56:00,2020-03-08 07:55:00,07:59:00,

      """
    #expect(try importing(files: [Array(table.utf8)], zone: Self.berlin).decisions.questions.map(\.option) == ["zone"])
    let made = try importing(files: [Array(table.utf8)], zone: losAngeles).decisions.made
    #expect(made.first { $0.subject == "Zone" }?.reason.contains("1 night fits") == true)
  }
}
