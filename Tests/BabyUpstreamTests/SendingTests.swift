import BabyAPI
import BabyModel
import BabyUpstream
import FaultProxy
import Testing

@Suite("A change that is sent")
struct SendingTests {
  @Test("arrives with the caregiver's name and the server's version, and once however often it is sent")
  func create() async throws {
    try await Family.run { family in
      let sleep = family.sleep(from: 3, to: 2, note: "In the pram")
      let sent = try #require(try await family.server.send(PendingWrite(sleep)).accepted)
      #expect(sent.author == "Anna")
      #expect((sent.id, sent.start, sent.note) == (sleep.id, sleep.start, sleep.note))
      let again = try await family.server.send(PendingWrite(sleep))
      #expect(again == .accepted(sent))
      #expect(try await family.everything().entries == [sent])
    }
  }

  @Test("is made to the version that it builds on, or comes back as a conflict with the server's")
  func conflict() async throws {
    try await Family.run { family in
      let server = try family.server
      let first = try #require(await server.send(PendingWrite(family.sleep(from: 3, to: 2))).accepted)
      var (mine, theirs) = (first, first)
      theirs.note = "theirs"
      mine.note = "mine"
      let changed = try #require(
        await server.send(PendingWrite(theirs, base: first.updatedAt, key: "theirs")).accepted)
      let write = PendingWrite(mine, base: first.updatedAt, key: "mine")
      #expect(await server.send(write) == .conflict(changed))
      let again = PendingWrite(mine, base: changed.updatedAt, key: "mine")
      #expect(await server.send(again).accepted?.note == "mine")
    }
  }

  @Test("makes an entry and never replaces another machine's with the same id")
  func sameID() async throws {
    try await Family.run { family in
      let server = try family.server
      let theirs = try #require(await server.send(PendingWrite(family.sleep(from: 3, to: 2), key: "theirs")).accepted)
      var mine = theirs
      #expect(await server.send(PendingWrite(mine, key: "the same")) == .accepted(theirs))
      mine.note = "mine"
      #expect(await server.send(PendingWrite(mine, key: "mine")) == .conflict(theirs))
      #expect(try await family.everything().entries == [theirs])
    }
  }

  @Test("that deletes leaves a tombstone, and is done too where there is nothing to delete")
  func delete() async throws {
    try await Family.run { family in
      let server = try family.server
      var entry = try #require(await server.send(PendingWrite(family.sleep(from: 3, to: 2))).accepted)
      let base = entry.updatedAt
      entry.deletedAt = Family.noon
      let tombstone = try #require(await server.send(PendingWrite(entry, base: base, key: "delete")).accepted)
      #expect(tombstone.deletedAt != nil)
      #expect(try await family.everything().entries == [tombstone])

      var edited = entry
      edited.deletedAt = nil
      edited.note = "too late"
      #expect(await server.send(PendingWrite(edited, base: base, key: "edit")) == .conflict(tombstone))
      #expect(await server.send(PendingWrite(edited, key: "blind edit")) == .conflict(tombstone))

      var unknown = family.sleep(from: 5, to: 4)
      unknown.deletedAt = Family.noon
      #expect(await server.send(PendingWrite(unknown, base: base, key: "unknown")) == .accepted(unknown))
    }
  }

  @Test("makes an entry anew that the server has lost")
  func restoredServer() async throws {
    try await Family.run { family in
      let sleep = family.sleep(from: 3, to: 2)
      let sent = try await family.server.send(PendingWrite(sleep, base: Family.noon - .hours(1))).accepted
      #expect(sent?.id == sleep.id)
      #expect(try await family.everything().entries.map(\.id) == [sleep.id])
    }
  }

  @Test("hears of the timer that runs already")
  func secondTimer() async throws {
    try await Family.run { family in
      let server = try family.server
      let running = try #require(await server.send(PendingWrite(family.sleep(from: 2), key: "first")).accepted)
      #expect(await server.send(PendingWrite(family.sleep(from: 1), key: "second")) == .timerRunning(running))
    }
  }

  @Test("is refused in the server's words")
  func refused() async throws {
    try await Family.run { family in
      let backwards = family.sleep(from: 2, to: 3)
      guard case .refused(let refusal) = try await family.server.send(PendingWrite(backwards)) else {
        Issue.record("An entry that ends before it starts was not refused.")
        return
      }
      #expect(refusal.status == 400)
      #expect(refusal.details.map(\.field) == ["end"])
    }
  }

  @Test("of a child adds, changes and removes it, whichever attempts have got through before")
  func children() async throws {
    try await Family.run { family in
      let server = try family.server
      var child = Family.child("Emil")
      func send(isNew: Bool) async -> SendResult {
        await server.send(PendingWrite(id: 2, idempotencyKey: "child", content: .child(child, isNew: isNew)))
      }
      family.proxy.fail([.loseAnswer])
      #expect(await send(isNew: true) == .unavailable(.network("the connection broke off")))
      child.name = "Emilia"
      child.sex = .female
      #expect(await send(isNew: true) == .accepted(nil))
      var known = try await family.everything().children.map(\.child)
      #expect(known.map(\.name).sorted() == ["Emilia", "Eva"])

      child.sex = nil
      child.feedingStyle = .bottle
      #expect(await send(isNew: false) == .accepted(nil))
      known = try await family.everything().children.map(\.child)
      #expect(known.first { $0.id == child.id }?.sex == nil)
      #expect(known.first { $0.id == child.id }?.feedingStyle == .bottle)

      child.removedAt = Family.noon
      family.proxy.fail([.loseAnswer])
      #expect(await send(isNew: false) == .unavailable(.network("the connection broke off")))
      #expect(await send(isNew: false) == .accepted(nil))
      #expect(try await family.everything().children.map(\.child.name) == ["Eva"])

      child.removedAt = nil
      child.name = "Emil"
      family.proxy.fail([.loseAnswer])
      #expect(await send(isNew: true) == .unavailable(.network("the connection broke off")))
      #expect(await send(isNew: true) == .accepted(nil))
      #expect(try await family.everything().children.map(\.child.name).sorted() == ["Emil", "Eva"])
    }
  }

  @Test("is kept when the session is over")
  func sessionOver() async throws {
    try await Family.run { family in
      let server = try family.server
      try await server.logout()
      #expect(await server.send(PendingWrite(family.sleep(from: 3, to: 2))) == .unauthorized)
      #expect(await server.changes(after: nil, knowing: nil, limit: 10) == .unauthorized)
    }
  }
}
