import BabyEngine
import BabyModel
import BabyStore
import Testing

@Suite("Due dates and birth weights with older servers")
struct BirthSyncTests {
  private static let due = LocalDate(dayNumber: 19_084)
  private static let weight = BodyWeight(1.9, .kilograms)
  private static let kept = "Eva's due date and weight at birth stay on this machine until the family server is updated"

  private func edit(_ machine: SyncedMachine, _ id: ChildID, _ body: @escaping @Sendable (inout Child) -> Void)
    async throws
  {
    machine.pass(.minutes(1))
    try await machine.edit(id, body)
  }

  private func shown(_ machine: SyncedMachine, _ id: ChildID) async throws -> Child {
    try #require(try await machine.store.read { try $0.child(id) })
  }

  /// A machine at a server of before, with both facts, which that has not taken.
  private func oldFamily() async throws -> (SyncedMachine, ModelServer, Child) {
    let (machine, server, eva) = try await family()
    server.keepBirth(false)
    try await machine.poll(server)
    try await edit(machine, eva.id) { ($0.dueDate, $0.birthWeight) = (Self.due, Self.weight) }
    try await machine.sync(server)
    return (machine, server, eva)
  }

  @Test("they reach the server and other machines like other fields, whichever is changed")
  func shared() async throws {
    let (machine, server, eva) = try await family()
    try await machine.poll(server)
    try await edit(machine, eva.id) { $0.dueDate = Self.due }
    server.edit(eva.id) { $0.birthWeight = Self.weight }
    try await machine.sync(server)
    let ours = try await shown(machine, eva.id)
    #expect(ours.dueDate == Self.due && ours.birthWeight == Self.weight)
    #expect(server.snapshot.children.map(\.child) == [ours])
    try await edit(machine, eva.id) { $0.dueDate = nil }
    try await machine.sync(server)
    #expect(server.snapshot.children.map(\.child.dueDate) == [nil])
    #expect(try await machine.inbox().isEmpty)
  }

  @Test("with an old server they stay local, which is reported once, and nothing stays queued")
  func old() async throws {
    let (machine, server, eva) = try await oldFamily()
    for _ in 0..<3 { try await machine.sync(server) }
    #expect(try await machine.queue().isEmpty)
    #expect(try await machine.inbox().map(\.text) == [Self.kept])
    try await edit(machine, eva.id) { $0.name = "Evi" }
    server.edit(eva.id) { $0.zone = "Europe/Berlin" }
    for _ in 0..<2 { try await machine.sync(server) }
    let ours = try await shown(machine, eva.id)
    #expect(ours.name == "Evi" && ours.zone == "Europe/Berlin")
    #expect(ours.dueDate == Self.due && ours.birthWeight == Self.weight)
    #expect(server.snapshot.children.map(\.child) == [ours.withBirthFacts(of: nil)])
  }

  @Test("once the server is updated, they are sent, whatever was changed meanwhile, without an item in the inbox")
  func updated() async throws {
    let (machine, server, eva) = try await oldFamily()
    server.keepBirth()
    server.edit(eva.id) { $0.name = "Evi" }
    try await machine.poll(server)
    #expect(try await machine.queue().count == 1)
    try await machine.sync(server)
    let ours = try await shown(machine, eva.id)
    #expect(ours.name == "Evi" && ours.dueDate == Self.due && ours.birthWeight == Self.weight)
    #expect(server.snapshot.children.map(\.child) == [ours])
    #expect(try await machine.inbox().isEmpty)
    #expect(try await machine.queue().isEmpty)
  }

  @Test("a change in transit during the server's update does not remove them")
  func underWay() async throws {
    let (machine, server, eva) = try await oldFamily()
    try await edit(machine, eva.id) { $0.name = "Evi" }
    server.keepBirth()
    for _ in 0..<2 { try await machine.sync(server) }
    let ours = try await shown(machine, eva.id)
    #expect(ours.name == "Evi" && ours.dueDate == Self.due && ours.birthWeight == Self.weight)
    #expect(server.snapshot.children.map(\.child) == [ours])
  }

  @Test("if two machines kept different due dates, the first to be sent wins, and the other is in the inbox")
  func two() async throws {
    let (machine, server, eva) = try await oldFamily()
    server.keepBirth()
    server.edit(eva.id) { $0.dueDate = LocalDate(dayNumber: 19_090) }
    for _ in 0..<2 { try await machine.sync(server) }
    let ours = try await shown(machine, eva.id)
    #expect(ours.dueDate == LocalDate(dayNumber: 19_090) && ours.birthWeight == Self.weight)
    #expect(try await machine.inbox().map(\.text) == ["Eva was changed elsewhere too · yours: due 2022-04-02"])
  }

  @Test("a value that is cleared on the server is cleared here, and not sent again")
  func cleared() async throws {
    let (machine, server, eva) = try await oldFamily()
    server.keepBirth()
    for _ in 0..<2 { try await machine.sync(server) }
    server.edit(eva.id) { ($0.dueDate, $0.birthWeight) = (nil, nil) }
    for _ in 0..<2 { try await machine.sync(server) }
    #expect(try await !shown(machine, eva.id).hasBirthFacts)
    #expect(server.snapshot.children.map(\.child.dueDate) == [nil])
  }
}
