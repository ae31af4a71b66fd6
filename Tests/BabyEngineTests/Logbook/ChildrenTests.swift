import BabyEngine
import BabyModel
import BabyProtocol
import Testing

@Suite("Children and settings")
struct ChildrenTests {
  @Test("adding a child selects it for the caller, and for no one else")
  func current() async throws {
    let log = try await Log()
    let max = try await log.write { try $0.add(" Max ") }.child.child
    #expect(max.name == "Max" && max.zone == "UTC")
    #expect(try await log.read { try $0.child(nil) } == max)
    #expect(try await log.read(as: 7) { try $0.child(nil) } == log.eva, "the first that was added")
    try await log.write { _ = try $0.selectChild("eva") }
    #expect(try await log.read { try $0.child("MAX") } == max)
    let current = try await log.read { [eva = log.eva] in try [$0.isCurrent(eva), $0.isCurrent(max)] }
    #expect(current == [true, false])
  }

  @Test("adding twice with one id adds once")
  func sameID() async throws {
    let log = try await Log()
    let id: ChildID = log.machine.ids.next(at: noon)
    let max = try await log.write { try $0.add("Max", id: id) }.child.child
    #expect(try await log.write { try $0.add("Max", id: id) }.child.child == max)
    #expect(try await log.read { try $0.transaction.children(includingRemoved: true).count } == 2)
  }

  @Test("a taken name, an unknown zone and a future date of birth are refused, and nothing changes")
  func refusals() async throws {
    let log = try await Log()
    await #expect(throws: BabyError.childNameTaken("EVA")) { try await log.write { try $0.add("EVA") } }
    await #expect(throws: BabyError.zoneUnknown("Mars/Base")) {
      try await log.write { try $0.add("Max", zone: "Mars/Base") }
    }
    let tomorrow = LocalDate(dayNumber: 19_676)
    await #expect(throws: BabyError.self) {
      try await log.write {
        _ = try $0.updateChild(ChildUpdate.Params(childID: "Eva", born: tomorrow))
      }
    }
    #expect(try await log.read { try $0.transaction.children(includingRemoved: true) } == [log.eva])
  }

  @Test("only given members of a child are changed, and null clears")
  func changing() async throws {
    let log = try await Log()
    let style = try await log.write {
      try $0.updateChild(ChildUpdate.Params(childID: "Eva", feedingStyle: .value(.breast)))
    }.child.child
    #expect(style.feedingStyle == .breast && style.name == "Eva" && style.zone == "Europe/Berlin")
    let cleared = try await log.write {
      try $0.updateChild(ChildUpdate.Params(childID: "Eva", name: "Evi", feedingStyle: .null))
    }
    #expect(cleared.child.child.feedingStyle == nil && cleared.child.child.name == "Evi")
    #expect(try await log.labels.first == cleared.message)
  }

  @Test("a removed child is hidden with its log, and returns with it, unless its name is taken")
  func removing() async throws {
    let log = try await Log()
    try await log.write { try $0.note("first smile") }
    await #expect(throws: BabyError.childNotRemoved(name: "Eva")) {
      try await log.write { _ = try $0.restoreChild("Eva") }
    }
    try await log.write { _ = try $0.removeChild("Eva") }
    await #expect(throws: BabyError.childRemoved(name: "Eva")) { try await log.read { try $0.child("Eva") } }
    await #expect(throws: BabyError.noChild) { try await log.read { try $0.child(nil) } }
    let other = try await log.write { try $0.add("Eva") }.child.child
    await #expect(throws: BabyError.childNameTaken("Eva")) {
      try await log.write { [eva = log.eva] in _ = try $0.restoreChild("\(eva.id)") }
    }
    try await log.write { _ = try $0.removeChild("\(other.id)") }
    try await log.write { [eva = log.eva] in _ = try $0.restoreChild("\(eva.id)") }
    #expect(try await log.entries.map(\.note) == ["first smile"])
  }

  @Test("only a removed child can be deleted for good, and then it is gone")
  func purging() async throws {
    let log = try await Log()
    await #expect(throws: BabyError.childNotRemoved(name: "Eva")) {
      try await log.write { _ = try $0.purgeChild("Eva") }
    }
    try await log.write { _ = try $0.removeChild("Eva") }
    try await log.write { _ = try $0.purgeChild("Eva") }
    await #expect(throws: BabyError.childNotFound("Eva")) { try await log.read { try $0.anyChild("Eva") } }
    await #expect(throws: BabyError.nothingToUndo) { try await log.write { _ = try $0.undo() } }
  }

  @Test("a child's own setting overrides the family's until it is reset")
  func settings() async throws {
    let log = try await Log()
    func units() async throws -> VolumeUnit { try await log.read { [eva = log.eva] in try $0.settings(of: eva).units } }
    try await log.write { _ = try $0.setSetting("units", to: "oz", child: nil) }
    try await log.write { _ = try $0.setSetting("units", to: "ml", child: "Eva") }
    #expect(try await units() == .milliliters)
    let reset = try await log.write { try $0.setSetting("units", to: nil, child: "Eva") }
    #expect(try await units() == .ounces)
    #expect(try await log.labels.first == reset.message)
    for (name, value) in [("unit", "oz"), ("units", "l")] {
      await #expect(throws: BabyError.self) {
        try await log.write { _ = try $0.setSetting(name, to: value, child: nil) }
      }
    }
    #expect(try await units() == .ounces)
  }
}
