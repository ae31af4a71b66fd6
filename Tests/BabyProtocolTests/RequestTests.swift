import BabyProtocol
import Testing

@Suite("Requests")
struct RequestTests {
  @Test("A request keeps its id's type, and missing params are empty")
  func ids() throws {
    let number = try request(#"{"jsonrpc":"2.0","id":7,"method":"hello"}"#)
    #expect(number == Request(id: .number(7), method: "hello", params: [:]))
    let text = try request(#"{"jsonrpc":"2.0","id":"7","method":"hello","params":{"client":"x"}}"#)
    #expect(text == Request(id: .text("7"), method: "hello", params: ["client": "x"]))
  }

  @Test("A request without an id is a notification")
  func notification() throws {
    #expect(try request(#"{"jsonrpc":"2.0","method":"hello"}"#).id == nil)
  }

  @Test(
    "JSON that is not a request is refused, with the id if it can be read",
    arguments: [
      (#"7"#, nil), (#"{}"#, nil), (#"{"jsonrpc":"1.0","id":1,"method":"x"}"#, RequestID.number(1)),
      (#"{"jsonrpc":"2.0","id":1}"#, .number(1)), (#"{"jsonrpc":"2.0","id":1.5,"method":"x"}"#, nil),
      (#"{"jsonrpc":"2.0","id":null,"method":"x"}"#, nil),
      (#"{"jsonrpc":"2.0","id":"a","method":"x","params":[1]}"#, .text("a")),
    ] as [(String, RequestID?)])
  func invalid(text: String, id: RequestID?) throws {
    let json = try JSON(parsing: text.utf8)
    let error = #expect(throws: InvalidRequest.self) { try Request(json: json) }
    #expect(error?.id == id)
  }

  @Test("A batch keeps good and bad requests in their order; an empty one is refused")
  func batch() throws {
    let line = #"[{"jsonrpc":"2.0","id":1,"method":"a"},7,{"jsonrpc":"2.0","method":"b"}]"#
    guard case .batch(let requests) = try RequestLine(parsing: line.utf8) else {
      Issue.record("not a batch")
      return
    }
    #expect(requests.map { try? $0.get().method } == ["a", nil, "b"])
    #expect(throws: InvalidRequest.self) { try RequestLine(parsing: "[]".utf8) }
  }

  @Test("A batch that is too long is refused as a whole, and so is a method or an id")
  func tooLong() throws {
    let line = "[" + Array(repeating: "7", count: 5).joined(separator: ",") + "]"
    _ = try RequestLine(parsing: line.utf8, longestBatch: 5)
    let batch = #expect(throws: InvalidRequest.self) { try RequestLine(parsing: line.utf8, longestBatch: 4) }
    #expect(batch?.reason == "a batch holds at most 4 requests, not 5")

    let name = String(repeating: "m", count: 257)
    let method = #expect(throws: InvalidRequest.self) { try request(#"{"jsonrpc":"2.0","id":1,"method":"\#(name)"}"#) }
    #expect(method?.id == .number(1) && method?.reason == "method must have at most 256 bytes")
    let id = #expect(throws: InvalidRequest.self) { try request(#"{"jsonrpc":"2.0","id":"\#(name)","method":"m"}"#) }
    #expect(id?.id == nil && id?.reason == "id must have at most 256 bytes")
  }

  @Test("A line with more values than any batch of calls is not read to its end")
  func tooManyValues() throws {
    func numbers(_ count: Int) -> String { "[" + Array(repeating: "7", count: count).joined(separator: ",") + "]" }
    // The array itself is one more.
    _ = try RequestLine(parsing: numbers(JSON.mostRequestValues - 1).utf8)
    let tooLong = numbers(JSON.mostRequestValues).utf8 + Array(repeating: UInt8(ascii: "{"), count: 1000)
    let error = #expect(throws: JSONSyntaxError.self) { try RequestLine(parsing: tooLong) }
    #expect(error?.reason == "there are more than 8192 values")
    let call = #"{"jsonrpc":"2.0","id":1,"method":"entry.log","params":{"childId":"Eva","kind":"diaper","type":"wet","#
    let batch = Array(repeating: call + #""at":"20m ago","note":"n","idempotencyKey":"k"}}"#, count: 256)
    _ = try RequestLine(parsing: "[\(batch.joined(separator: ","))]".utf8, longestBatch: 256)
  }

  @Test("An encoded request reads back as itself")
  func encoding() throws {
    let original = Request(
      id: .text("q\"1"), method: "entry.log", params: ["kind": "diaper", "type": "wet", "dryRun": true])
    #expect(try Request(json: JSON(parsing: original.encoded())) == original)
  }

  private func request(_ text: String) throws -> Request { try Request(json: JSON(parsing: text.utf8)) }
}
