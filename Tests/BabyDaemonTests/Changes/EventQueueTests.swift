import BabyProtocol
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("Events that wait for a client")
struct EventQueueTests {
  private static let limits: SocketLimits = {
    var limits = SocketLimits()
    limits.waitingEvents = 3
    limits.waitingEventBytes = 30
    return limits
  }()

  private var queue = EventQueue(limits: Self.limits)

  private func event(_ topic: Topic, _ seq: Int64, _ text: String = "", subscription: Int = 1) -> PushedEvent {
    let text = text.isEmpty ? "\(topic.rawValue.prefix(1))\(seq)" : text
    return PushedEvent(subscription: subscription, topic: topic, seq: seq, line: Array(text.utf8))
  }

  private mutating func add(_ event: PushedEvent, isTaken: Bool = true, at place: SourceLocation = #_sourceLocation) {
    let taken = queue.add(event)
    #expect(taken == isTaken, sourceLocation: place)
  }

  private mutating func expectSent(_ expected: [String], at place: SourceLocation = #_sourceLocation) {
    var lines: [String] = []
    while let line = queue.first {
      queue.removeFirst()
      lines.append(String(decoding: line, as: UTF8.self))
    }
    #expect(lines == expected, sourceLocation: place)
  }

  private static func end(_ subscription: Int, _ lastSeq: Int) -> String {
    "{\"jsonrpc\":\"2.0\",\"method\":\"changes.ended\",\"params\":{\"subscription\":\(subscription),\"lastSeq\":\(lastSeq)}}\n"
  }

  @Test("only the latest of a state waits")
  mutating func stateIsCoalesced() {
    for seq in 1...1000 { add(event(.dashboard, Int64(seq))) }
    add(event(.sleep, 7))
    add(event(.dashboard, 3, subscription: 2))
    expectSent(["d3", "s7", "d1000"])
    #expect(queue.isEmpty)
  }

  @Test("all events of a log wait, in order")
  mutating func logIsOrdered() {
    for seq in 1...3 { add(event(.timeline, Int64(seq))) }
    expectSent(["t1", "t2", "t3"])
  }

  @Test("a state comes after the log's events that it includes, and before later ones")
  mutating func stateComesAfterItsLog() {
    add(event(.timeline, 4))
    add(event(.dashboard, 4))
    add(event(.timeline, 6))
    add(event(.dashboard, 6))
    expectSent(["t4", "t6", "d6"])
    add(event(.timeline, 7))
    add(event(.dashboard, 7))
    add(event(.timeline, 8))
    expectSent(["t7", "d7", "t8"])
  }

  @Test("one event too many ends its subscription and no other, and reports the client's last position")
  mutating func overflowByCount() {
    add(event(.timeline, 5, subscription: 2))
    add(event(.timeline, 6))
    add(event(.dashboard, 6))
    add(event(.timeline, 7))
    add(event(.timeline, 8), isTaken: false)
    expectSent([Self.end(1, 5), "t5"])
  }

  @Test("so do bytes too many")
  mutating func overflowByBytes() {
    add(event(.banner, 5, "a text of 20 letters"))
    add(event(.banner, 6, "another of 21 letters"), isTaken: false)
    expectSent([Self.end(1, 4)])
    add(event(.banner, 7, "a text of 20 letters"))
  }

  @Test("after a subscription ends, none of its events wait, and their space is free")
  mutating func forgetting() {
    for seq in 1...3 { add(event(.timeline, Int64(seq))) }
    add(event(.dashboard, 3))
    queue.forget(1)
    #expect(queue.isEmpty)
    for seq in 4...6 { add(event(.timeline, Int64(seq), subscription: 2)) }
    expectSent(["t4", "t5", "t6"])
  }
}
