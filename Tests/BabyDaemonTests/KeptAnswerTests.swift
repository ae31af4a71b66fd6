import BabyModel
import BabyProtocol
import Testing

@testable import BabyDaemon

@Suite("Answers that are kept until something changes")
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
        let params: JSON = ["kind": .string(kind), "fields": ["value": .number(value)], "at": .string(at)]
        #expect(try await daemon.answer(line("entry.log", params)).contains("result"))
      }
    }
  }

  @Test("how a child has grown in five years of weeks is worked out once, and again after the next measurement")
  func growth() async throws {
    let daemon = try await TestDaemon()
    _ = try await daemon.answer(line("child.add", ["name": "Eva", "born": "2015-08-13", "zone": "Europe/Berlin"]))
    try await measure(daemon, weeks: 260)
    let request = line("growth.get")
    #expect(try daemon.keptAnswer(to: request) == nil)
    let first = try await daemon.answer(request)
    let kept = try #require(try daemon.keptAnswer(to: request))
    #expect(first.hasSuffix(String(decoding: kept, as: UTF8.self) + "}"))
    daemon.clock.advance(by: .hours(24 * 400))
    #expect(try daemon.keptAnswer(to: request) == kept, "it depends on no clock")
    _ = try await daemon.answer(line("entry.log", ["kind": "head", "fields": ["value": 48]]))
    #expect(try daemon.keptAnswer(to: request) == nil)
    #expect(try await daemon.answer(request) != first)
  }

  @Test(
    "how a child has grown stays as it is with feeds, notes and reminders, and is asked anew with what it follows from")
  func growthAlone() async throws {
    let daemon = try await TestDaemon()
    _ = try await daemon.answer(line("child.add", ["name": "Eva", "born": "2015-08-13", "zone": "Europe/Berlin"]))
    try await measure(daemon, weeks: 3)
    let request = line("growth.get")
    let dashboard = line("dashboard.get")
    func isKept(_ request: String) throws -> Bool { try daemon.keptAnswer(to: request) != nil }
    let first = try await daemon.answer(request)
    for (method, params) in [
      ("feeding.log", ["method": "bottle", "amount": 90] as JSON),
      ("entry.log", ["kind": "note", "note": "slept well"]),
      ("entry.log", ["kind": "medicine", "fields": ["name": "Iron"]]),
      ("reminder.set", ["name": "Iron", "every": "8h"]), ("undo", [:]),
    ] {
      _ = try await daemon.answer(dashboard)
      let answer = try await daemon.answer(line(method, params))
      #expect(answer.contains("\"result\""), "\(answer)")
      #expect(try isKept(request) && !isKept(dashboard), "\(method)")
    }
    #expect(try await daemon.answer(request) == first)
    for (method, params) in [
      ("entry.log", ["kind": "weight", "fields": ["value": 9]] as JSON), ("undo", [:]),
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

  @Test("takes no more memory than is set: what is too long is not kept, and what would be too much puts all else away")
  func bounds() throws {
    let cache = AnswerCache()
    let now = Instant(milliseconds: 0)
    func request(_ number: Int) -> Request {
      Request(id: nil, method: "growth.get", params: ["limit": .number(Double(number))])
    }
    func keep(_ number: Int, bytes: Int) {
      cache.keep(
        Array(repeating: 0, count: bytes), to: request(number), uid: 1, during: now..<(now + .hours(1)),
        basis: .everything, generation: cache.generation(of: .everything))
    }
    func isKept(_ number: Int) -> Bool { cache.answer(to: request(number), uid: 1, at: now) != nil }
    keep(1, bytes: 513 * 1024)
    #expect(!isKept(1))
    for number in 1...3 { keep(number, bytes: 512 * 1024) }
    #expect(!isKept(1) && !isKept(2) && isKept(3))
    // The same once more takes its own place.
    for _ in 1...9 { keep(4, bytes: 512 * 1024) }
    #expect(isKept(3) && isKept(4))
    #expect(
      cache.answer(to: request(4), uid: 2, at: now) == nil
        && cache.answer(to: request(4), uid: 1, at: now + .hours(1)) == nil)
    cache.invalidate([.measurements])
    #expect(isKept(4))
    cache.invalidate([.everything])
    #expect(!isKept(4))
    // Its place is free again.
    for number in 5...6 { keep(number, bytes: 512 * 1024) }
    #expect(isKept(5) && isKept(6))
  }
}
