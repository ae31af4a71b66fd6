import BabyAccount
import BabyModel
import BabyProtocol
import Synchronization
import TestSupport
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

  @Test("applies to the version that it is based on, or returns a conflict with the server's")
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

  @Test("creates an entry and never replaces another machine's with the same id")
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

  @Test("that deletes leaves a tombstone, and reports if there is nothing to delete")
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
      guard case .refused(let refusal) = await server.send(PendingWrite(unknown, base: base, key: "unknown")) else {
        Issue.record("Nothing was deleted.")
        return
      }
      #expect(refusal.status == 404)
    }
  }

  @Test(
    "has its answer read with the longest possible note",
    arguments: ["\u{928}\u{93f}", "\u{1F468}\u{200D}", "\"\\", "\n\t", "a\u{301}"])
  func longestNote(letter: String) async throws {
    try await Family.run { family in
      let server = try family.server
      var note = String(repeating: letter, count: 10_000)
      while TextLimits.note.problem(with: note) != nil { note.unicodeScalars.removeLast() }
      let entry = family.sleep(from: 3, to: 2, note: note)
      let sent = try #require(await server.send(PendingWrite(entry)).accepted)
      #expect(sent.note == note)
      // A request for another version gets this one.
      var other = entry
      other.note = "other"
      #expect(await server.send(PendingWrite(other, key: "other")) == .conflict(sent))
    }
  }

  @Test("of a note with the maximum number of bytes, in few letters, arrives; one more is refused")
  func mostBytes() async throws {
    try await Family.run { family in
      let server = try family.server
      let note = "e" + String(repeating: "\u{301}", count: (TextLimits.note.bytes - 2) / 2) + "!"
      #expect(note.utf8.count == TextLimits.note.bytes)
      let entry = family.sleep(from: 3, to: 2, note: note)
      #expect(try #require(await server.send(PendingWrite(entry)).accepted).note == note)
      guard
        case .refused(let refusal) = await server.send(
          PendingWrite(family.sleep(from: 5, to: 4, note: note + "!"), key: "more"))
      else {
        Issue.record("A note that is too long was not refused.")
        return
      }
      #expect(refusal.details == [FieldError("note", "must have at most 65536 bytes")])
    }
  }

  @Test("recreates an entry that the server has lost")
  func restoredServer() async throws {
    try await Family.run { family in
      let sleep = family.sleep(from: 3, to: 2)
      let sent = try await family.server.send(PendingWrite(sleep, base: Family.noon - .hours(1))).accepted
      #expect(sent?.id == sleep.id)
      #expect(try await family.everything().entries.map(\.id) == [sleep.id])
    }
  }

  @Test(
    "keeps the author of an entry that the server has lost, or never had, and the importer; an impossible name is left out",
    arguments: [
      ("Ben", "Ben, imported by Anna"), ("Grandma", "Grandma, imported by Anna"), ("Anna", "Anna"), (nil, "Anna"),
      ("Ben, imported by Carol", "Ben, imported by Anna"), ("", "Anna"), ("a\u{1b}[31m", "Anna"),
      (String(repeating: "x", count: 61), "Anna"),
    ])
  func author(told: String?, kept: String) async throws {
    try await Family.run { family in
      for (number, base) in [nil, Family.noon - .hours(1)].enumerated() {
        var sleep = family.sleep(from: 3, to: 2)
        sleep.author = told
        let sent = try await family.server.send(PendingWrite(sleep, base: base, key: "\(number)")).accepted
        #expect(sent?.author == kept)
      }
    }
  }

  @Test(
    "keeps the author of a change that the server has lost, and who sends it again; the account's own is its own",
    arguments: [
      ("Ben", "Ben, imported by Anna"), ("Anna", "Anna"), ("Ben, imported by Carol", "Ben, imported by Anna"),
    ])
  func changer(told: String, kept: String) async throws {
    try await Family.run { family in
      var sleep = family.sleep(from: 3, to: 2)
      let sent = try #require(try await family.server.send(PendingWrite(sleep)).accepted)
      (sleep.note, sleep.changedBy) = ("lost", told)
      let back = try await family.server.send(PendingWrite(sleep, base: sent.updatedAt, key: "2")).accepted
      #expect(back?.changedBy == kept && back?.author == "Anna")

      // The entry itself may be lost as well.
      var lost = family.sleep(from: 6, to: 5)
      lost.changedBy = told
      #expect(try await family.server.send(PendingWrite(lost, key: "3")).accepted?.changedBy == kept)

      (sleep.note, sleep.changedBy) = ("own", nil)
      let base = try #require(back?.updatedAt)
      #expect(try await family.server.send(PendingWrite(sleep, base: base, key: "4")).accepted?.changedBy == "Anna")
    }
  }

  @Test("is sent again without its author to an earlier server, which does not accept that")
  func changerUnknown() async throws {
    try await Family.run { family in
      var sleep = family.sleep(from: 3, to: 2)
      sleep.changedBy = "Ben"
      let keys = Mutex<[String]>([])
      let refusal = """
        {"error":{"code":"invalid","message":"changedBy is not known.","details":[{"field":"changedBy","message":"is not known"}]}}
        """
      family.proxy.follow { request in
        guard request.method == "PUT" else { return .none }
        keys.withLock { $0.append(request.headers["idempotency-key"] ?? "") }
        return String(decoding: request.body, as: UTF8.self).contains("changedBy") ? .answer(400, refusal) : .none
      }
      let sent = try #require(try await family.server.send(PendingWrite(sleep, key: "k")).accepted)
      #expect(sent.id == sleep.id && sent.changedBy == nil)
      #expect(keys.withLock { $0 } == ["k", "k:plain"])
    }
  }

  @Test("does not change an entry's author")
  func authorStays() async throws {
    try await Family.run { family in
      var sleep = family.sleep(from: 3, to: 2)
      let sent = try #require(try await family.server.send(PendingWrite(sleep)).accepted)
      (sleep.author, sleep.note) = ("Ben", "Long")
      let changed = try await family.server.send(PendingWrite(sleep, base: sent.updatedAt, key: "2")).accepted
      #expect(changed?.author == "Anna")
      #expect(changed?.note == "Long")
    }
  }

  @Test("returns the running timer")
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

  @Test("of a child adds, changes and removes it, whichever attempts have arrived before")
  func children() async throws {
    try await Family.run { family in
      let server = try family.server
      var child = Family.child("Emil")
      var number: Int64 = 2
      /// Twice, when the first answer is lost.
      func send(isNew: Bool = false, base: Child? = nil, losing: Bool = true) async -> SendResult {
        number += 1
        let write = PendingWrite(
          id: number, idempotencyKey: "child:\(number)", content: .child(child, isNew: isNew, base: base))
        if losing {
          family.proxy.fail([.loseAnswer])
          #expect(await server.send(write) == .unavailable(.network("the connection was lost")))
        }
        return await server.send(write)
      }
      let added = try #require(await send(isNew: true).childAccepted)
      #expect(added.differences(from: child).isEmpty)

      child.sex = .female
      child.name = "Emilia"
      let changed = try #require(await send(base: added).childAccepted)
      #expect(changed.differences(from: child).isEmpty && changed.updatedAt > added.updatedAt)

      child.sex = nil
      child.feedingStyle = .bottle
      let whole = try #require(await send().childAccepted)
      #expect(whole.differences(from: child).isEmpty, "all of it, where no version is known")

      child.removedAt = Family.noon
      #expect(await send(base: whole) == .childAccepted(nil))
      #expect(try await family.everything().children.map(\.child.name) == ["Eva"])

      child.removedAt = nil
      child.name = "Emil"
      #expect(await send(isNew: true).childAccepted?.name == "Emil")
      #expect(try await family.everything().children.map(\.child.name).sorted() == ["Emil", "Eva"])
    }
  }

  @Test("of a child contains only the changed fields, and returns a later version by another person")
  func childConflict() async throws {
    try await Family.run { family in
      let server = try family.server
      func send(_ child: Child, from base: Child, key: String) async -> SendResult {
        await server.send(PendingWrite(id: 9, idempotencyKey: key, content: .child(child, isNew: false, base: base)))
      }
      let base = try #require(try await family.everything().children.first?.child)
      var (ours, theirs) = (base, base)
      theirs.born = LocalDate(dayNumber: 20_600)
      let known = try #require(await send(theirs, from: base, key: "theirs").childAccepted)
      ours.name = "Evi"
      #expect(await send(ours, from: base, key: "ours") == .childConflict(known))
      ours.born = known.born
      let merged = try #require(await send(ours, from: known, key: "merged").childAccepted)
      #expect(merged.name == "Evi" && merged.born == theirs.born)
      // A change that is already in effect is not a conflict.
      #expect(await send(ours, from: base, key: "again") == .childAccepted(merged))
      // And what was not changed here is not sent, so that it takes nothing back.
      ours.born = base.born
      #expect(await send(ours, from: base, key: "name alone") == .childAccepted(merged))
    }
  }

  @Test("is kept when the session is over")
  func sessionOver() async throws {
    try await Family.run { family in
      let server = try family.server
      try await server.logout()
      #expect(await server.send(PendingWrite(family.sleep(from: 3, to: 2))) == .unauthorized)
      await #expect(throws: UpstreamError.unauthorized) {
        try await server.changes(after: nil, knowing: nil, limit: 10)
      }
    }
  }
}
