import BabyModel
import BabyProtocol
import Testing

@testable import BabyDaemon

@Suite("Answers that are cached until something changes")
struct KeptAnswerTests {
  private func line(_ method: String, _ params: JSON = [:]) -> String {
    let request: JSON = ["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params]
    return request.text
  }

  /// A weight, a length and a head in each week.
  private func measure(_ daemon: TestDaemon, weeks: Int) async throws {
    for week in 0..<weeks {
      let at = Instant(milliseconds: 1_440_000_000_000 + Int64(week) * 604_800_000).utcText
      for (kind, value) in [("weight", 3.4 + Double(week) / 20), ("length", 50 + Double(week) / 4), ("head", 35)] {
        let params: JSON = ["kind": .string(kind), "value": .number(value), "at": .string(at)]
        #expect(try await daemon.answer(line("entry.log", params)).contains("result"))
      }
    }
  }

  @Test("five years of growth are computed once, and again after the next measurement")
  func growth() async throws {
    let daemon = try await TestDaemon()
    _ = try await daemon.answer(line("child.add", ["name": "Eva", "born": "2015-08-13", "zone": "Europe/Berlin"]))
    try await measure(daemon, weeks: 260)
    let request = line("growth.get")
    #expect(try daemon.keptAnswer(to: request) == nil)
    let first = try await daemon.answer(request)
    let kept = try #require(try daemon.keptAnswer(to: request))
    #expect(first.hasSuffix(String(decoding: kept, as: UTF8.self) + "}"))
    #expect(try daemon.keptAnswer(to: request, uid: 1001) == nil, "each user has a current child")
    daemon.clock.advance(by: .hours(24 * 400))
    #expect(try daemon.keptAnswer(to: request) == kept, "it depends on no clock")
    _ = try await daemon.answer(line("entry.log", ["kind": "head", "value": 48]))
    #expect(try daemon.keptAnswer(to: request) == nil)
    #expect(try await daemon.answer(request) != first)
  }

  @Test(
    "growth stays cached over feeds, notes and reminders, and is recomputed after a change of its data")
  func growthAlone() async throws {
    let daemon = try await TestDaemon()
    _ = try await daemon.answer(line("child.add", ["name": "Eva", "born": "2015-08-13", "zone": "Europe/Berlin"]))
    try await measure(daemon, weeks: 3)
    let request = line("growth.get")
    let dashboard = line("dashboard.get")
    func isKept(_ request: String) throws -> Bool { try daemon.keptAnswer(to: request) != nil }
    let first = try await daemon.answer(request)
    for (method, params) in [
      ("entry.log", ["kind": "feeding", "method": "bottle", "amount": 90] as JSON),
      ("entry.log", ["kind": "note", "note": "slept well"]),
      ("entry.log", ["kind": "medicine", "name": "Iron"]),
      ("reminder.set", ["name": "Iron", "every": "8h"]), ("undo", [:]),
    ] {
      _ = try await daemon.answer(dashboard)
      let answer = try await daemon.answer(line(method, params))
      #expect(answer.contains("\"result\""), "\(answer)")
      #expect(try isKept(request) && !isKept(dashboard), "\(method)")
    }
    #expect(try await daemon.answer(request) == first)
    for (method, params) in [
      ("entry.log", ["kind": "weight", "value": 9] as JSON), ("undo", [:]),
      ("settings.set", ["key": "units", "value": "oz"]), ("child.update", ["childId": "Eva", "sex": "female"]),
      ("child.add", ["name": "Tom", "born": "2015-09-13", "zone": "Europe/Berlin"]),
    ] {
      _ = try await daemon.answer(request)
      #expect(try isKept(request))
      let answer = try await daemon.answer(line(method, params))
      #expect(answer.contains("\"result\""), "\(answer)")
      #expect(try !isKept(request), "\(method)")
    }
  }
}
