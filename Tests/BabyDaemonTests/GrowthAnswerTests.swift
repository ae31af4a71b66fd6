import BabyEngine
import BabyModel
import BabyProtocol
import TestSupport
import Testing

@testable import BabyDaemon

/// Keeping answers saves work and changes nothing.
@Suite("An answer about growth that follows an earlier one")
struct GrowthAnswerTests {
  private static func line(_ method: String, _ params: JSON) -> String {
    let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    return request.text
  }

  /// The answer of an engine that has kept none.
  private func first(_ daemon: TestDaemon, about child: String, limit: Int) async throws -> String {
    let engine = Engine(store: daemon.store, zones: ZoneDatabase(), ids: IDGenerator(), systemZone: "UTC") {
      daemon.clock.now
    }
    let answer = try await engine.read(Caller(uid: 1000, client: "first")) { try $0.growth(of: child, limit: limit) }
    return String(decoding: answer.encoded, as: UTF8.self)
  }

  @Test("equals a first answer, whatever was logged, changed, undone and set in between", arguments: 1...3)
  func memory(seed: UInt64) async throws {
    let daemon = try await TestDaemon()
    var random = SeededGenerator(seed: seed)
    for name in ["Eva", "Tom"] {
      let child: JSON = ["name": .string(name), "born": "2019-08-13", "zone": "Europe/Berlin"]
      #expect(try await daemon.answer(Self.line("child.add", child)).contains("\"result\""))
    }
    var ids: [String] = []
    var done: [String: Int] = [:]
    for step in 0..<250 {
      let (method, params) = Self.call(step, ids, &random)
      let answer = try JSON(parsing: try await daemon.answer(Self.line(method, params)).utf8)
      if answer["result"] != nil { done[method, default: 0] += 1 }
      if let id = answer["result"]?["entry"]?["id"]?.stringValue { ids.append(id) }
      for child in ["Eva", "Tom"] {
        let limit = step % 10 == 0 ? Int.random(in: 1...40, using: &random) : 1000
        let asked = Self.line("growth.get", ["childId": .string(child), "limit": .integer(Int64(limit))])
        let expected = try await first(daemon, about: child, limit: limit)
        let next = try await daemon.answer(asked)
        #expect(next.hasSuffix("\"result\":\(expected)}"), "step \(step): \(method) \(params.text)")
      }
    }
    let methods = [
      "entry.log", "entry.update", "entry.delete", "entry.restore", "undo", "child.update", "settings.set",
    ]
    for method in methods {
      #expect(done[method] != nil, "\(method) was not tried")
    }
  }

  @Test("has the number of values beyond the limit, and none if there are none")
  func leftOut() async throws {
    let daemon = try await TestDaemon()
    let child: JSON = ["name": "Eva", "born": "2019-08-13", "zone": "Europe/Berlin"]
    _ = try await daemon.answer(Self.line("child.add", child))
    for day in 1...3 {
      let at = JSON.string("2019-09-0\(day)T08:00:00Z")
      let weight: JSON = ["kind": "weight", "value": .number(3 + Double(day) / 10), "at": at]
      _ = try await daemon.answer(Self.line("entry.log", weight))
    }
    func growth(_ limit: Int) async throws -> JSON? {
      let line = Self.line("growth.get", ["limit": .integer(Int64(limit))])
      return try JSON(parsing: try await daemon.answer(line).utf8)["result"]
    }
    let count = try #require(try await growth(1000)?["values"]?.arrayValue?.count)
    #expect(count >= 3)
    for limit in [1, count - 1, count] {
      let answer = try await growth(limit)
      #expect(answer?["values"]?.arrayValue?.count == limit)
      #expect(answer?["leftOut"] == (limit < count ? .integer(Int64(count - limit)) : nil))
    }
  }

  /// Something that happens to a log: mostly a measurement.
  private static func call(
    _ step: Int, _ ids: [String], _ random: inout SeededGenerator
  ) -> (method: String, params: JSON) {
    let child: JSON = .string(Bool.random(using: &random) ? "Eva" : "Tom")
    let at = Instant(milliseconds: 1_566_000_000_000 + 3_600_000 * Int64.random(in: 0..<10_000, using: &random)).utcText
    let measures = [("weight", 3.0...9), ("length", 50.0...80), ("head", 33.0...47)]
    let (kind, range) = measures[Int.random(in: 0..<3, using: &random)]
    let value: JSON = .number((Double.random(in: range, using: &random) * 10).rounded() / 10)
    let id: JSON = ids.randomElement(using: &random).map { .string($0) } ?? "last"
    switch step < 20 ? 0 : Int.random(in: 0..<20, using: &random) {
    case 0..<8:
      return ("entry.log", ["childId": child, "kind": .string(kind), "value": value, "at": .string(at)])
    case 8: return ("entry.log", ["childId": child, "kind": "diaper", "type": "wet", "at": .string(at)])
    case 9, 10: return ("entry.update", ["id": id, "fields": ["value": value]])
    case 11: return ("entry.update", ["id": id, "at": .string(at)])
    case 12, 13: return ("entry.delete", ["id": id])
    case 14: return ("entry.restore", ["id": id])
    case 15, 16: return ("undo", [:])
    case 17: return ("settings.set", ["key": "units", "value": Bool.random(using: &random) ? "oz" : "ml"])
    case 18: return ("child.update", ["childId": child, "sex": Bool.random(using: &random) ? "female" : .null])
    default:
      let zone: JSON = Bool.random(using: &random) ? "Asia/Tokyo" : "Europe/Berlin"
      return ("child.update", ["childId": child, "zone": zone, "born": .string("2019-08-1\(step % 9)")])
    }
  }
}
