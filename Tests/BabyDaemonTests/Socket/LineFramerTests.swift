import BabyProtocol
import Testing

@Suite("The line framer")
struct LineFramerTests {
  @Test("finds the same lines at every chunk size")
  func everyChunkSize() {
    let transcript = """
      \r
      {"jsonrpc":"2.0","id":1,"method":"a"}\r
      \t \n{"jsonrpc":"2.0","id":2,"method":"b"}
      [{"jsonrpc":"2.0","id":"ä€😴","method":"c"}]\r\n\n\n{"lone\rreturn":1}
      {"no line feed":true}
      """
    let expected = [
      #"{"jsonrpc":"2.0","id":1,"method":"a"}"#,
      #"{"jsonrpc":"2.0","id":2,"method":"b"}"#,
      #"[{"jsonrpc":"2.0","id":"ä€😴","method":"c"}]"#,
      "{\"lone\rreturn\":1}",
      #"{"no line feed":true}"#,
    ]
    for size in 1...transcript.utf8.count {
      #expect(frame(transcript, chunks: size) == expected.map { .line(Array($0.utf8)) }, "chunks of \(size)")
    }
  }

  @Test("returns a line as soon as it is complete, and an unfinished one only at the end")
  func completeness() {
    var framer = LineFramer()
    framer.append("[1]\n[2")
    #expect(framer.next() == .line(Array("[1]".utf8)))
    #expect(framer.next() == nil)
    framer.append("]")
    #expect(framer.next() == nil)
    framer.end()
    #expect(framer.next() == .line(Array("[2]".utf8)))
    #expect(framer.next() == nil)
  }

  @Test("accepts a line of the maximum length and none that is one byte longer", arguments: ["\n", "\r\n", ""])
  func longestLine(ending: String) {
    let longest = "[" + String(repeating: " ", count: 18) + "]"
    let tooLong = "[" + String(repeating: " ", count: 19) + "]"
    for size in 1...50 {
      #expect(frame(longest + ending, chunks: size, longestLine: 20) == [.line(Array(longest.utf8))])
      #expect(
        frame("[]\n" + tooLong + ending + "[]\n", chunks: size, longestLine: 20) == [.line([91, 93]), .lineTooLong])
    }
  }

  @Test("abandons a line that never ends, without storing it")
  func endless() {
    var framer = LineFramer(longestLine: 1000)
    var outputs: [LineFramer.Output] = []
    for _ in 0..<100 {
      framer.append(String(repeating: "[", count: 100))
      while let output = framer.next() { outputs.append(output) }
    }
    #expect(outputs == [.lineTooLong])
  }

  @Test(
    "detects another protocol by its first byte",
    arguments: ["GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "\u{16}\u{3}\u{1}\u{2}", "hello\n", "\"text\"\n", "\0"])
  func otherProtocol(input: String) {
    for size in 1...max(1, input.utf8.count) {
      #expect(frame(input, chunks: size) == [.notJSON])
    }
  }

  @Test("looks at the first byte alone", arguments: [" x\n", "\tx\n", "\r\nx\n", "\n\nx\n"])
  func laterBytes(input: String) {
    #expect(frame(input, chunks: 1).count == 1)
    #expect(frame(input, chunks: 1) != [.notJSON])
  }

  @Test("accepts empty input", arguments: ["", "\n", " \r\n\t\n  "])
  func nothing(input: String) {
    #expect(frame(input, chunks: 1) == [])
  }

  @Test("keeps its position over a long stream")
  func longStream() {
    let lines = (0..<20_000).map { "{\"id\":\($0)}" }
    let expected = lines.map { LineFramer.Output.line(Array($0.utf8)) }
    #expect(frame(lines.joined(separator: "\n"), chunks: 70_000) == expected)
    #expect(frame(lines.joined(separator: "\n"), chunks: 997) == expected)
  }
}

private func frame(_ text: String, chunks size: Int, longestLine: Int = 1 << 20) -> [LineFramer.Output] {
  var framer = LineFramer(longestLine: longestLine)
  var outputs: [LineFramer.Output] = []
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    rest.prefix(size).withUnsafeBytes { framer.append($0) }
    rest = rest.dropFirst(size)
    while let output = framer.next() { outputs.append(output) }
  }
  framer.end()
  while let output = framer.next() { outputs.append(output) }
  return outputs
}

extension LineFramer {
  fileprivate mutating func append(_ text: String) {
    Array(text.utf8).withUnsafeBytes { append($0) }
  }
}
