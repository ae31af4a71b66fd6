import Testing

@testable import BabyClient

@Suite("Lines out of bytes")
struct LineBufferTests {
  @Test("lines come out the same, however the bytes come in", arguments: 1...12)
  func chunks(size: Int) {
    let bytes = Array("one\n\ntwo lines\nthe rest".utf8)
    var buffer = LineBuffer()
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      buffer.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let line = buffer.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    }
    #expect(lines == ["one", "", "two lines"])
    #expect(buffer.pending == "the rest".utf8.count)
  }
}
