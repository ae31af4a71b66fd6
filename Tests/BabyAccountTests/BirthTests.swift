import BabyAPI
import BabyModel
import BabyProtocol
import Synchronization
import TestSupport
import Testing

@testable import BabyAccount

@Suite("A due date and a weight at birth on their way to a server")
struct BirthTests {
  private func eva(_ family: Family) -> Child {
    var child = family.eva
    (child.dueDate, child.birthWeight) = (child.born.adding(days: 40), BodyWeight(7.25, .pounds))
    return child
  }

  @Test("they arrive, and everybody has them")
  func today() async throws {
    try await Family.run { family in
      let server = try family.server
      let (base, child) = (try #require(try await family.everything().children.first?.child), eva(family))
      let write = PendingWrite(id: 9, idempotencyKey: "k9", content: .child(child, isNew: false, base: base))
      #expect(await server.send(write).childAccepted?.differences(from: child) == [])
      let known = try #require(try await family.everything().children.first)
      #expect(known.child.dueDate == child.dueDate && known.child.birthWeight == child.birthWeight && known.keepsBirth)
    }
  }

  @Test("a server without support gets the rest, under another key; they count as stored here")
  func old() async throws {
    try await Family.run { family in
      let server = try family.server
      var child = eva(family)
      child.name = "Evi"
      let seen = SeenBodies()
      let told = SharedChild(child.withBirthFacts(of: nil), role: .owner).encoded
      let old = String(decoding: told, as: UTF8.self).replacing("\"keepsBirth\":true,", with: "")
      #expect(!old.contains("keepsBirth"))
      let refusal = """
        {"error":{"code":"invalid","message":"dueDate is not known.","details":[{"field":"dueDate","message":"is not known; did you mean \\"name\\"?"}]}}
        """
      family.proxy.follow { request in
        guard request.method == "PATCH" else { return .none }
        return seen.note(request) == 1 ? .answer(400, refusal) : .answer(200, old)
      }
      let write = PendingWrite(id: 9, idempotencyKey: "k9", content: .child(child, isNew: false, base: family.eva))
      #expect(await server.send(write) == .childAccepted(child))
      #expect(seen.keys == ["k9", "k9:plain"])
      #expect(seen.bodies.last == #"{"name":"Evi"}"#)
    }
  }

  @Test("a refusal for another reason is not retried without them")
  func refused() async throws {
    try await Family.run { family in
      let server = try family.server
      var child = eva(family)
      child.dueDate = child.born.adding(days: 200)
      let write = PendingWrite(id: 9, idempotencyKey: "k9", content: .child(child, isNew: false, base: family.eva))
      guard case .refused(let refusal) = await server.send(write) else {
        Issue.record("it was taken")
        return
      }
      #expect(refusal.details.map(\.field) == ["dueDate"])
    }
  }

  @Test("an old daemon's change of the name leaves them as they are")
  func oldDaemon() async throws {
    try await Family.run { family in
      let server = try family.server
      let base = try #require(try await family.everything().children.first?.child)
      let write = PendingWrite(id: 9, idempotencyKey: "k9", content: .child(eva(family), isNew: false, base: base))
      _ = await server.send(write)
      var patch = ChildPatch()
      patch.name = "Evi"
      let answer = try await server.perform(
        .init(Operations.childrenUpdate, at: .child(family.eva.id), sending: patch)
      ).decoded()
      #expect(answer.child.name == "Evi" && answer.child.dueDate == eva(family).dueDate)
    }
  }
}

/// The changes that have passed a proxy, in their order.
private final class SeenBodies: Sendable {
  private let requests = Mutex<[SeenRequest]>([])

  var keys: [String] { requests.withLock { $0.map { $0.headers["idempotency-key"] ?? "" } } }
  var bodies: [String] { requests.withLock { $0.map { String(decoding: $0.body, as: UTF8.self) } } }

  /// - Returns: how many there are with this one.
  func note(_ request: SeenRequest) -> Int {
    requests.withLock { requests in
      requests.append(request)
      return requests.count
    }
  }
}
