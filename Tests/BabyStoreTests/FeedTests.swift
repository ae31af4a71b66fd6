import BabyModel
import GRDB
import Testing

@testable import BabyStore

@Suite("What is new of many children")
struct FeedTests {
  @Test("a page reads about as many rows as it has room for, however many children there are")
  func portions() async throws {
    let directory = TemporaryDirectory()
    let store = try ServerStore.open(path: directory.path + "/server.db", now: noon)
    let user = User(id: UserID(high: 0, low: 1), email: "anna@example.org", name: "Anna", createdAt: noon)
    let born = try #require(LocalDate("2019-12-18"))
    let (children, limit) = (40, 500)
    try await store.write(at: noon) { writer in
      _ = try writer.insert(user, password: "none")
      for number in 1...UInt64(children) {
        let child = Child(
          id: ChildID(high: 1, low: number), name: "Eva", born: born, zone: "UTC", createdAt: noon, updatedAt: noon)
        try writer.insert(child, owner: user.id)
        try writer.put(
          .known(
            Entry(
              id: EntryID(high: 2, low: number), childID: child.id, content: .diaper(.wet), start: noon,
              createdAt: noon,
              updatedAt: noon)))
      }
    }
    let (found, asked) = try await store.read { reader in
      var asked = 0
      reader.db.trace { event in
        guard case .statement(let statement) = event, statement.sql.contains("entry_by_seq") else { return }
        asked += statement.expandedSQL.split(separator: " ").last.flatMap { Int($0) } ?? 0
      }
      defer { reader.db.trace(nil) }
      let memberships = try reader.memberships(of: user.id)
      let page = try reader.changes(in: memberships, since: .beginning, limit: limit, room: 1 << 20)
      return (page.entries.count, asked)
    }
    #expect(found == children)
    #expect((children...limit + 1 + 8 * children).contains(asked), "so many rows at most")
    try store.close()
  }
}
