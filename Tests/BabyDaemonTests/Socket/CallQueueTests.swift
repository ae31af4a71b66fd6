import BabyProtocol
import Testing

@testable import BabyDaemon
@testable import BabySocket

@Suite("The call queue")
struct CallQueueTests {
  var queue = CallQueue(limits: SocketLimits())

  @Test("returns one request at a time, in order")
  mutating func order() {
    queue.take(line(1, "a"), line(2, "b"))
    #expect(queue.count == 2)
    #expect(queue.next() == .perform(Request(id: .number(1), method: "a")))
    #expect(queue.next() == nil)
    #expect(queue.finish("{}") == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    #expect(queue.next() == .perform(Request(id: .number(2), method: "b")))
    #expect(queue.finish("{}") == #"{"jsonrpc":"2.0","id":2,"result":{}}"#)
    #expect(queue.isEmpty)
    #expect(queue.tally == .init(calls: 2, failedCalls: 0))
  }

  @Test("answers a failed request with the error")
  mutating func failure() throws {
    queue.take(line(1, "a"))
    _ = queue.next()
    let answer = queue.finish(.failure(RPCError(.timerNotRunning, "No sleep is running.")))
    #expect(try JSON(parsing: answer ?? [])["error"]?["code"] == 1102)
    #expect(queue.tally == .init(calls: 1, failedCalls: 1))
  }

  @Test("handles a notification without an answer")
  mutating func notification() {
    queue.take(line(nil, "a"), line(nil, "b"))
    #expect(queue.next() == .perform(Request(id: nil, method: "a")))
    #expect(queue.finish("{}") == nil)
    #expect(queue.next() == .perform(Request(id: nil, method: "b")))
    #expect(queue.finish(.failure(RPCError(CancellationError()))) == nil)
    #expect(queue.tally == .init(calls: 2, failedCalls: 1))
  }

  @Test("collects a batch's answers in one line, without those of notifications")
  mutating func batch() throws {
    queue.take("[\(line(1, "a")),\(line(nil, "b")),7,\(line(2, "c"))]")
    _ = queue.next()
    #expect(queue.finish("{}") == nil)
    _ = queue.next()
    #expect(queue.finish("{}") == nil)
    #expect(queue.next() == .perform(Request(id: .number(2), method: "c")))
    let last = queue.finish(#"{"x":1}"#) ?? ""
    let answers = try JSON(parsing: last.utf8).arrayValue
    #expect(answers?.count == 3)
    #expect(answers?[0]["id"] == 1)
    #expect(answers?[1]["id"] == .null)
    #expect(answers?[1]["error"]?["code"] == -32600)
    #expect(answers?[2]["result"] == ["x": 1])
  }

  @Test("does not answer a batch of notifications")
  mutating func silentBatch() {
    queue.take("[\(line(nil, "a")),\(line(nil, "b"))]", line(1, "c"))
    _ = queue.next()
    #expect(queue.finish("{}") == nil)
    _ = queue.next()
    #expect(queue.finish("{}") == nil)
    #expect(queue.next() == .perform(Request(id: .number(1), method: "c")))
  }

  @Test("keeps two batches apart")
  mutating func twoBatches() {
    queue.take("[\(line(1, "a"))]", "[\(line(2, "a"))]")
    _ = queue.next()
    #expect(queue.finish("{}") == #"[{"jsonrpc":"2.0","id":1,"result":{}}]"#)
    _ = queue.next()
    #expect(queue.finish("{}") == #"[{"jsonrpc":"2.0","id":2,"result":{}}]"#)
  }

  @Test(
    "answers an invalid request with an error, in its place",
    arguments: [
      ("{\"jsonrpc\"", -32700, JSON.null),
      ("nonsense", -32700, .null),
      ("7", -32600, .null),
      ("[]", -32600, .null),
      (#"{"id":1,"method":"a"}"#, -32600, 1),
      (#"{"jsonrpc":"2.0","id":"x"}"#, -32600, "x"),
      (#"{"jsonrpc":"2.0","id":1,"method":"a","params":[1]}"#, -32600, 1),
    ] as [(String, Int64, JSON)])
  mutating func invalid(text: String, code: Int64, id: JSON) throws {
    queue.take(line(9, "a"), text)
    _ = queue.next()
    #expect(queue.next() == nil)
    _ = queue.finish("{}")
    guard case .send(let bytes) = queue.next() else {
      Issue.record("nothing to send")
      return
    }
    let answer = try JSON(parsing: bytes)
    #expect(answer["id"] == id)
    #expect(answer["error"]?["code"] == .integer(code))
    #expect(queue.isEmpty)
    #expect(queue.tally == .init(calls: 2, failedCalls: 1))
  }

  @Test("refuses a batch that is too long as a whole")
  mutating func longBatch() throws {
    let element = line(1, "a")
    queue.take("[" + Array(repeating: element, count: 256).joined(separator: ",") + "]")
    #expect(queue.count == 256)
    queue.removeAllWaiting()
    queue.take("[" + Array(repeating: element, count: 257).joined(separator: ",") + "]")
    #expect(queue.count == 1)
    #expect(try queue.sent()["error"]?["data"]?["name"] == "rpc.invalidRequest")
  }

  @Test("is full at the maximum number of calls, including the running one")
  mutating func limit() {
    for id in 1...31 { queue.take(line(id, "a")) }
    _ = queue.next()
    #expect(!queue.isFull)
    queue.take(line(32, "a"))
    #expect(queue.isFull)
    _ = queue.finish("{}")
    #expect(!queue.isFull)
  }

  @Test("is full at the maximum number of bytes, until they are handled")
  mutating func byteLimit() throws {
    let long = line(1, "a", ["text": .string(String(repeating: "x", count: 1_000_000))])
    queue.take(long, long)
    #expect(!queue.isFull)
    queue.take("[" + long + "," + line(2, "a") + "]")
    #expect(queue.isFull)
    for _ in 0..<4 {
      _ = queue.next()
      _ = queue.finish("{}")
    }
    #expect(queue.isEmpty && !queue.isFull)
  }

  @Test("lets cancel overtake; a cancelled request is answered in its place")
  mutating func cancelWaiting() throws {
    queue.take(line(1, "a"), line(2, "b"), line(3, "c"))
    _ = queue.next()
    let admission = queue.admit(Array(line(4, "cancel", ["id": 2]).utf8))
    #expect(admission.send.map(text) == #"{"jsonrpc":"2.0","id":4,"result":{"cancelled":true}}"#)
    #expect(!admission.cancelsRunning)
    _ = queue.finish("{}")
    let answer = try queue.sent()
    #expect(answer["id"] == 2)
    #expect(answer["error"]?["data"]?["name"] == "rpc.cancelled")
    #expect(queue.next() == .perform(Request(id: .number(3), method: "c")))
  }

  @Test("reports a cancellation of the running request")
  mutating func cancelRunning() {
    queue.take(line(1, "a"))
    _ = queue.next()
    let admission = queue.admit(Array(line(nil, "cancel", ["id": 1]).utf8))
    #expect(admission == .init(send: nil, cancelsRunning: true))
  }

  @Test("knows which requests cannot be cancelled", arguments: [["id": 7], ["id": "1"]] as [JSON])
  mutating func cancelUnknown(params: JSON) {
    queue.take(line(1, "a"))
    let admission = queue.admit(Array(line(2, "cancel", params).utf8))
    #expect(admission.send.map(text) == #"{"jsonrpc":"2.0","id":2,"result":{"cancelled":false}}"#)
  }

  @Test("refuses a cancel without a valid id", arguments: [[:], ["id": true], ["id": 1, "ids": 2]] as [JSON])
  mutating func cancelInvalid(params: JSON) throws {
    queue.take(line(1, "a"))
    let admission = queue.admit(Array(line(2, "cancel", params).utf8))
    let answer = try JSON(parsing: try #require(admission.send))
    #expect(answer["error"]?["data"]?["name"] == "rpc.invalidParams")
    #expect(queue.admit(Array(line(nil, "cancel", params).utf8)) == .init(), "a notification is not answered")
    #expect(queue.next() == .perform(Request(id: .number(1), method: "a")))
  }

  @Test("handles a cancel in a batch at once, and answers it in the batch")
  mutating func cancelInBatch() throws {
    queue.take(line(1, "a"))
    _ = queue.next()
    let admission = queue.admit(Array("[\(line(2, "b")),\(line(3, "cancel", ["id": 1]))]".utf8))
    #expect(admission == .init(send: nil, cancelsRunning: true))
    _ = queue.finish(.failure(RPCError(CancellationError())))
    _ = queue.next()
    _ = queue.finish("{}")
    let answers = try queue.sent().arrayValue
    #expect(answers?.map { $0["id"] } == [2, 3])
    #expect(answers?.last?["result"] == ["cancelled": true])
  }

  @Test("finishes its requests and refuses new ones once the daemon stops")
  mutating func refusing() throws {
    queue.take(line(1, "a"))
    queue.refuseFurtherRequests()
    queue.take(line(2, "b"), line(nil, "c"))
    #expect(queue.next() == .perform(Request(id: .number(1), method: "a")))
    _ = queue.finish("{}")
    #expect(try queue.sent()["error"]?["data"]?["name"] == "rpc.shuttingDown")
    #expect(queue.next() == nil)
    #expect(queue.isEmpty)
  }
}

private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

extension CallQueue {
  fileprivate mutating func take(_ lines: String...) {
    for line in lines { #expect(admit(Array(line.utf8)) == Admission()) }
  }

  fileprivate mutating func finish(_ result: String) -> String? { finish(.success(Array(result.utf8))).map(text) }

  /// The next step, which has to be a line to send.
  fileprivate mutating func sent() throws -> JSON {
    guard case .send(let bytes) = next() else { throw TestFailure("nothing to send") }
    return try JSON(parsing: bytes)
  }
}
