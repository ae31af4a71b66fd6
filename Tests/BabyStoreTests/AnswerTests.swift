import BabyModel
import BabyStore
import Testing

@Suite("Stored answers")
struct AnswerTests {
  private func stored(_ fixture: Fixture, at now: Instant = noon, uid: UInt32 = 1) async throws -> StoredAnswer? {
    try await fixture.write(at: now) { try $0.storedAnswer(uid: uid, key: "key") }
  }

  @Test("an answer is found by its uid and key, and the newest is kept")
  func storeAndFind() async throws {
    let fixture = try await Fixture()
    try await fixture.write { try $0.storeAnswer(uid: 1, key: "key", fingerprint: "old", answer: []) }
    try await fixture.write(at: noon + .minutes(1)) {
      try $0.storeAnswer(uid: 1, key: "key", fingerprint: "new", answer: [0, 255])
    }
    let answer = try #require(try await stored(fixture))
    #expect(answer.fingerprint == "new")
    #expect(answer.answer == [0, 255])
    #expect(answer.at == noon + .minutes(1))
    #expect(try await stored(fixture, uid: 2) == nil)
  }

  @Test("an answer belongs to its write: after a rollback it does not exist")
  func rolledBack() async throws {
    let fixture = try await Fixture()
    try await fixture.write(dryRun: true) { try $0.storeAnswer(uid: 1, key: "key", fingerprint: "", answer: [1]) }
    #expect(try await stored(fixture) == nil)
  }

  @Test("an answer is kept for seven days, pruned or not")
  func lifetime() async throws {
    let fixture = try await Fixture()
    let week = Duration.hours(7 * 24)
    try await fixture.write { try $0.storeAnswer(uid: 1, key: "key", fingerprint: "", answer: [1]) }
    try await fixture.write(at: noon + week) { try $0.prune() }
    #expect(try await stored(fixture, at: noon + week) != nil)
    #expect(try await stored(fixture, at: noon + week + .milliseconds(1)) == nil)
    try await fixture.write(at: noon + week + .milliseconds(1)) { try $0.prune() }
    #expect(try await stored(fixture) == nil)
  }
}
