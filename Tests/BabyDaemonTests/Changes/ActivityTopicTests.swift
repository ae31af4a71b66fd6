import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@testable import BabyDaemon

@Suite("Events about other people's changes")
struct ActivityTopicTests {
  @Test("each change, its author, and new members: once each, and none because time passes")
  func told() async throws {
    let daemon = try await TestDaemon(keepsOutbox: true)
    let now = daemon.clock.now
    let eva = Child(
      id: IDGenerator().next(at: now), name: "Eva", born: LocalDate(dayNumber: 18_400), zone: "UTC", createdAt: now,
      updatedAt: now)
    var bottle = Entry(
      id: IDGenerator().next(at: now), childID: eva.id, content: .feeding(Feeding(method: .bottle)), start: now,
      author: "Ben", createdAt: now, updatedAt: now)
    var events: [MemberEvent] = []
    func merge(_ entries: [Entry] = []) async throws -> [JSON] {
      let page = RemotePage(
        position: "1:1", hasMore: false, children: [RemoteChild(eva, role: .caregiver)], entries: entries,
        memberEvents: events)
      _ = try await daemon.engine.merge(page, tag: nil, me: "Anna")
      return try await daemon.events().compactMap { try JSON(parsing: $0.utf8)["params"]?["data"] }
    }
    let topics: JSON = ["topics": ["activity"]]
    #expect(try JSON(parsing: await daemon.answer(line(1, "changes.subscribe", topics)).utf8)["error"] == nil)

    let logged = try await merge([bottle])
    #expect(logged.map { $0["item"]?["action"] } == ["logged"] && logged[0]["item"]?["person"] == "Ben")
    (bottle.note, bottle.changedBy, bottle.updatedAt) = ("half of it", "Omar", now + .minutes(1))
    let changed = try await merge([bottle])
    #expect(changed.map { $0["item"]?["action"] } == ["changed"] && changed[0]["item"]?["person"] == "Omar")
    events.append(MemberEvent(childID: eva.id, at: now, action: .role, name: "Anna", role: .caregiver, by: "Omar"))
    let roles = try await merge()
    #expect(roles.count == 1 && roles[0]["member"]?["you"] == true && roles[0]["member"]?["by"] == "Omar")
    #expect(roles[0]["item"] == changed[0]["item"])
    #expect(try await merge([bottle]) == [])

    daemon.clock.now = now + .hours(2)
    _ = try await daemon.answer(line(2, "settings.set", ["key": "units", "value": "oz"]))
    #expect(try await daemon.events().count == 0)
    _ = try await daemon.answer(line(3, "entry.delete", ["id": .string("\(bottle.id)")]))
    let gone = try await daemon.events().compactMap { try JSON(parsing: $0.utf8)["params"]?["data"]?["item"] }
    #expect(gone.map { $0["action"] } == ["deleted"] && gone[0]["you"] == true)
  }
}
