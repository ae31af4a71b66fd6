import BabyModel
import BabyProtocol
import Testing

@Suite("Params whose members depend on a kind of entries")
struct KindParamsTests {
  private func refusal(_ params: JSON, timer: Bool = false) -> WireError? {
    #expect(throws: WireError.self) {
      if timer { _ = try TimerStart.Params(strictly: params) } else { _ = try EntryLog.Params(strictly: params) }
    }
  }

  @Test("A member of another kind, or of none, is refused with the kind")
  func misfits() {
    #expect(
      refusal(["kind": "diaper", "amount": 3]) == WireError(path: "amount", message: "does not apply to a diaper"))
    #expect(refusal(["kind": "sleep", "mood": "good"])?.message.hasPrefix("is not known") == true)
    #expect(
      refusal(["kind": "diaper", "tipe": "wet"])
        == WireError(path: "tipe", message: "is not known; did you mean \"type\"?"))
    #expect(refusal(["kind": "sleep", "name": "bath"], timer: true)?.path == "name")
    #expect(refusal(["kind": "tummy", "side": "left"], timer: true)?.path == "side")
  }

  @Test("What follows from other members, or what only a running timer has, cannot be logged")
  func derived() {
    for member in ["amountMl", "timedSide", "timedSince", "pausedSince"] {
      #expect(refusal(["kind": "feeding", member: 1])?.path == member)
    }
  }

  @Test("What happens at a point in time takes that and no length")
  func points() throws {
    #expect(try EntryLog.Params(strictly: ["kind": "diaper", "at": "14:00"]).time.at == "14:00")
    for member in ["for", "from", "to"] { #expect(refusal(["kind": "diaper", member: "14:00"])?.path == member) }
    #expect(try EntryLog.Params(strictly: ["kind": "sleep", "for": "1h"]).time.for == "1h")
  }

  @Test("Some members are required: the text of a note, the name of an activity, the value of a measurement")
  func required() {
    #expect(refusal(["kind": "note"]) == WireError(path: "note", message: "is missing for a note"))
    #expect(refusal(["kind": "weight"])?.path == "value")
    #expect(
      refusal(["kind": "activity"], timer: true) == WireError(path: "name", message: "is missing for an activity"))
    #expect(refusal([:]) == WireError(path: "kind", message: "is missing"))
  }

  @Test("Timers are of kinds that have them, and only those with turns are switched, paused and resumed")
  func timers() {
    #expect(
      refusal(["kind": "diaper"], timer: true)
        == WireError(path: "kind", message: "must be one of feeding, sleep, tummy, activity, not diaper"))
    let pause = #expect(throws: WireError.self) { try TimerPause.Params(strictly: ["kind": "sleep"]) }
    #expect(pause == WireError(path: "kind", message: "must be one of feeding, not sleep"))
  }

  @Test("The document has the exact params of each kind")
  func document() throws {
    let methods = OpenRPC.document(version: "1").methods
    func params(_ method: String, _ kind: String) throws -> JSON {
      let method = try #require(methods.first { $0["name"] == .string(method) })
      let choices = try #require(method["x-paramsByKind"]?["oneOf"]?.arrayValue)
      return try #require(choices.first { $0["properties"]?["kind"]?["enum"] == [.string(kind)] })
    }
    func names(_ params: JSON) -> [String]? { params["properties"]?.objectValue?.members.map(\.name) }
    let diaper = try params("entry.log", "diaper")
    #expect(names(diaper) == ["childId", "kind", "type", "note", "id", "at", "idempotencyKey", "dryRun"])
    #expect(diaper["required"] == ["kind"] && diaper["additionalProperties"] == false)
    #expect(try params("entry.log", "note")["required"] == ["kind", "note"])
    #expect(try params("entry.log", "weight")["required"] == ["kind", "value"])
    #expect(names(try params("timer.cancel", "sleep")) == ["childId", "kind", "idempotencyKey", "dryRun"])
    #expect(try params("timer.cancel", "activity")["required"] == ["kind", "name"])
    for kind in EntryKind.allCases { #expect(try names(params("entry.log", kind.rawValue))?.contains("kind") == true) }
  }

  @Test("No kind has a field with the name of a member that all have")
  func names() {
    guard case .object(let properties) = EntryLog.Params.schema(of: .sleep) else {
      Issue.record("params are not an object")
      return
    }
    for kind in EntryKind.allCases {
      #expect(Set(kind.declaration.fieldNames).isDisjoint(with: properties.map(\.name)), "\(kind.rawValue)")
    }
  }

  @Test("A method that does not exist is refused with the name that is most like it")
  func unknownMethod() {
    #expect(
      RPCError(unknownMethod: "timer.strat").message
        == "There is no method \"timer.strat\". Did you mean \"timer.start\"?")
  }
}
