import BabyProtocol
import Glibc
import TestSupport
import Testing

@Suite("kill -9")
struct KillTests {
  @Test("in mid-write loses no acknowledged entry and doubles none")
  func midWrite() async throws {
    try await Machine.withEva { machine in
      let sleep = try machine.call("timer.start", ["kind": "sleep"])["entry"]?["id"]
      try machine.call("timer.start", ["kind": "feeding", "side": "left"])
      let feed = try machine.call("timer.switch", ["kind": "feeding"])["entry"]
      let writer = NoteWriter()
      var lastSeq: Int64 = 0
      for _ in 0..<KillRounds.count {
        try writer.writeUntilKilled(on: machine)
        try machine.start()
        let dashboard = try LineClient(machine.paths.socket).call("dashboard.get")["result"]
        #expect(dashboard?["runningSleep"]?["id"] == sleep)
        #expect(dashboard?["runningFeeding"] == feed)
        let seq = dashboard?["seq"]?.integerValue ?? -1
        #expect(seq >= max(lastSeq, writer.lastAcknowledgedSeq))
        lastSeq = seq
      }
      try writer.finish(on: machine)
      #expect(writer.acknowledged.count > KillRounds.count)
      try machine.stop()

      let notes = try machine.sqlite("SELECT note FROM entry WHERE kind = 'note' AND deleted_at IS NULL")
      let kept = Dictionary(grouping: notes.split(separator: "\n").map(String.init)) { $0 }
      #expect(writer.acknowledged.filter { kept[$0] == nil } == [])
      #expect(kept.values.filter { $0.count > 1 } == [])
      #expect(kept.count == writer.acknowledged.count)
      #expect(try machine.sqlite("PRAGMA integrity_check") == "ok")
      #expect(try machine.sqlite("PRAGMA foreign_key_check") == "")
      // The numbers of the changes have no gap and no double either: a gap would be a change that was lost.
      #expect(try machine.sqlite("SELECT count(*) = max(seq) - min(seq) + 1 FROM change") == "1")
    }
  }

  @Test("between a commit and its answer: the call sent again with its key gets the answer that was lost")
  func replay() async throws {
    try await Machine.withEva { machine in
      let call: JSON = ["kind": "note", "note": "first smile", "idempotencyKey": "smile-1"]
      let first = try machine.call("entry.log", call)
      try machine.kill()
      try machine.start()
      #expect(try machine.call("entry.log", call) == first)
      #expect(try machine.call("timeline.list")["entries"]?.arrayValue?.count == 1)
      let other = try machine.bbctl(
        "call", "entry.log", #"{"kind":"note","note":"another","idempotencyKey":"smile-1"}"#)
      #expect(other.status == 6)
      #expect(other.errorName == "rpc.idempotencyKeyReused")
    }
  }

  @Test("keeps what can be undone and redone")
  func undo() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("diaper", "wet")
      try machine.bbctl("feed", "bottle", "120ml")
      try machine.kill()
      try machine.start()
      #expect(try machine.bbctl("undo").status == 0)
      #expect(try kinds(on: machine) == ["diaper"])
      try machine.kill()
      try machine.start()
      #expect(try machine.bbctl("redo").status == 0)
      #expect(try kinds(on: machine) == ["feeding", "diaper"])
      #expect(try machine.bbctl("redo").status == 3)
    }
  }

  private func kinds(on machine: Machine) throws -> [String] {
    try machine.call("timeline.list")["entries"]?.arrayValue?.compactMap { $0["kind"]?.stringValue } ?? []
  }
}

/// Writes notes as fast as it can over several connections, and sends again what was not acknowledged: every other
/// one is known by the entry's id, and every other one by an idempotency key.
private final class NoteWriter {
  private(set) var acknowledged: [String] = []
  private(set) var lastAcknowledgedSeq: Int64 = 0
  private var unacknowledged: [Int] = []
  private var next = 0
  /// The same kills in every run, as far as the machine allows.
  private var random = SeededGenerator(seed: KillRounds.seed)

  private static let connections = 4
  private static let notesPerConnection = 12

  func writeUntilKilled(on machine: Machine) throws {
    let clients = try send(Self.connections * Self.notesPerConnection, to: machine)
    // Anywhere from before the first commit on, and at any instant of a commit.
    for client in clients { try read(from: client, atMost: Int.random(in: 0...3, using: &random)) }
    Machine.goOn(forMicroseconds: .random(in: 0..<3000, using: &random))
    try machine.kill()
    for client in clients { try read(from: client) }
  }

  /// Writes what is left.
  func finish(on machine: Machine) throws {
    for client in try send(unacknowledged.count, to: machine) {
      client.endInput()
      try read(from: client)
    }
    guard unacknowledged.isEmpty else { throw ScenarioFailure("\(unacknowledged.count) notes were not acknowledged") }
  }

  private func send(_ count: Int, to machine: Machine) throws -> [LineClient] {
    while unacknowledged.count < count {
      unacknowledged.append(next)
      next += 1
    }
    let clients = try (0..<Self.connections).map { _ in try LineClient(machine.paths.socket) }
    for (index, number) in unacknowledged.prefix(count).enumerated() {
      clients[index % clients.count].send(number, "entry.log", Self.params(number))
    }
    return clients
  }

  /// Reads answers, at most to the end of the connection.
  private func read(from client: LineClient, atMost count: Int = .max) throws {
    var answers = 0
    while answers < count, let answer = try client.answer() {
      guard let number = answer["id"]?.integerValue, let result = answer["result"] else {
        throw ScenarioFailure("a note was refused: \(answer.text)")
      }
      answers += 1
      acknowledged.append(Self.text(Int(number)))
      unacknowledged.removeAll { $0 == number }
      lastAcknowledgedSeq = max(lastAcknowledgedSeq, result["seq"]?.integerValue ?? 0)
    }
  }

  private static func text(_ number: Int) -> String { "note \(number)" }

  private static func params(_ number: Int) -> JSON {
    let digits = String(number)
    let id = "01890000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    let key = number % 2 == 0 ? "id" : "idempotencyKey"
    return ["kind": "note", "note": .string(text(number)), key: .string(id)]
  }
}
