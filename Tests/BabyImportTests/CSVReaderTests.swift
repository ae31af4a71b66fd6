import Testing

@testable import BabyImport

@Suite("The CSV reader")
struct CSVReaderTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let expected: [CSVReader.Record]

    init(_ name: String, _ text: String, _ expected: [CSVReader.Record]) {
      self.init(name, bytes: Array(text.utf8), expected)
    }

    init(_ name: String, bytes: [UInt8], _ expected: [CSVReader.Record]) {
      self.name = name
      self.bytes = bytes
      self.expected = expected
    }

    var testDescription: String { name }
  }

  static let cases = [
    Case("lines end with LF or CRLF", "a,b\nc,d\r\ne,f\n", [good(1, "a", "b"), good(2, "c", "d"), good(3, "e", "f")]),
    Case(
      "lines may end with CR alone", "a,b\rc,\"d\re\"\rf,g",
      [good(1, "a", "b"), good(2, "c", "d\re"), good(4, "f", "g")]),
    Case("a CR within a line is text where lines end with LF", "a\nb\rc\n", [good(1, "a"), good(2, "b\rc")]),
    Case("the last line may lack its end", "a,b\nc,d", [good(1, "a", "b"), good(2, "c", "d")]),
    Case("a carriage return alone may end the file", "a,b\r", [good(1, "a", "b")]),
    Case("a byte order mark is passed over", "\u{feff}a,b\n\u{feff}c\n", [good(1, "a", "b"), good(2, "\u{feff}c")]),
    Case("a byte order mark may stand before a quote", "\u{feff}\"a\",b\n", [good(1, "a", "b")]),
    Case("empty lines are counted but no records", "\r\n\na\n\n\nb\n\n", [good(3, "a"), good(6, "b")]),
    Case("an empty text has no record", "", []),
    Case(
      "semicolons part fields where the first line has more of them", "a;\"b;,,,\";c, d\n1,5;\"2;3\";4\n",
      [good(1, "a", "b;,,,", "c, d"), good(2, "1,5", "2;3", "4")]),
    Case("tabs do, too", "a\tb\n1,5\t\n", [good(1, "a", "b"), good(2, "1,5", "")]),
    Case("commas do where there are as many", "a;b,c\nd,e;f\n", [good(1, "a;b", "c"), good(2, "d", "e;f")]),
    Case("what the first line says holds for all", "a,b\nc;d;e\n", [good(1, "a", "b"), good(2, "c;d;e")]),
    Case("empty fields are fields", ",,\n\"\",\n", [good(1, "", "", ""), good(2, "", "")]),
    Case("white space belongs to its field", " a , b\t\n", [good(1, " a ", " b\t")]),
    Case(
      "quotes hold commas, line ends and doubled quotes", "\"a,b\",\"c\r\nd\n\",\"say \"\"hi\"\"\"\nnext\n",
      [good(1, "a,b", "c\r\nd\n", "say \"hi\""), good(4, "next")]),
    Case("a quoted field may end the file", "a,\"b\nc\"", [good(1, "a", "b\nc")]),
    Case(
      "a quote inside a plain field spoils its line alone", "a,b\nc\"d,e\nf,\"g\nh\"\ni,j\n",
      [good(1, "a", "b"), bad(2, .strayQuote), good(3, "f", "g\nh"), good(5, "i", "j")]),
    Case(
      "text after a closing quote spoils its line alone", "\"a\"b,c\nd,e\n", [bad(1, .strayQuote), good(2, "d", "e")]),
    Case(
      "an open quote gives back the lines that it swallowed", "a,\"b\nc,d\ne,\"f, g\"\nh,i\n",
      [bad(1, .strayQuote), good(2, "c", "d"), good(3, "e", "f, g"), good(4, "h", "i")]),
    Case(
      "an open quote at the end of the file spoils its line alone", "a,\"b\nc,d\ne,f",
      [bad(1, .openQuote), good(2, "c", "d"), good(3, "e", "f")]),
    Case(
      "two open quotes spoil two lines", "a,\"b\nc,d\ne,\"f\ng,h\n",
      [bad(1, .strayQuote), good(2, "c", "d"), bad(3, .openQuote), good(4, "g", "h")]),
    Case(
      "bytes that are not UTF-8 spoil only their line", bytes: Array("a,".utf8) + [0xff, 0x0a] + Array("é,d\n".utf8),
      [bad(1, .notUTF8), good(2, "é", "d")]),
    Case(
      "a character cut off by the line end is not UTF-8", bytes: Array("a,".utf8) + [0xc3, 0x0a, 0xa9, 0x0a],
      [bad(1, .notUTF8), bad(2, .notUTF8)]),
  ]

  @Test("reads the same at every chunk size", arguments: cases)
  func everyChunkSize(_ example: Case) {
    for size in 1...max(1, example.bytes.count) {
      #expect(read(example.bytes, chunk: size) == example.expected, "in chunks of \(size)")
    }
  }

  @Test("accepts a record of exactly the limit and refuses one byte more", arguments: [1000, 65_536, 1_000_000])
  func limit(chunk: Int) {
    let limit = String(repeating: "x", count: CSVReader.recordLimit)
    let bytes = Array("\(limit)\r\n\(limit)y\r\nnext\n\(limit)".utf8)
    #expect(
      read(bytes, chunk: chunk) == [good(1, limit), bad(2, .tooLong), good(3, "next"), good(4, limit)])
  }

  @Test("recovers at the next line after a record over the limit", arguments: [999, 65_536, 1_000_000])
  func recovery(chunk: Int) {
    let endless = String(repeating: "x\"", count: 100_000)
    #expect(
      read(Array("a\n\(endless)\nb\n".utf8), chunk: chunk) == [good(1, "a"), bad(2, .tooLong), good(3, "b")])
  }

  @Test("recovers from a quote that is left open for longer than the limit", arguments: [999, 65_536, 1_000_000])
  func longOpenQuote(chunk: Int) {
    let lines = (1...20_000).map { "line \($0),ok" }
    let bytes = Array("a,\"b\n\(lines.joined(separator: "\n"))\n".utf8)
    let records = read(bytes, chunk: chunk)
    #expect(records.first == bad(1, .openQuote))
    #expect(records.dropFirst() == lines.indices.map { good($0 + 2, "line \($0 + 1)", "ok") }[...])
  }

  @Test("skips an endless last line")
  func endlessLastLine() {
    let bytes = Array("a\n".utf8) + Array(repeating: UInt8(ascii: "x"), count: 200_000)
    #expect(read(bytes, chunk: 4096) == [good(1, "a"), bad(2, .tooLong)])
  }

  @Test("returns a line that it cannot parse, unchanged", arguments: [1, 7, 1000])
  func damagedLines(chunk: Int) {
    let bytes = Array("a,\"b\nc,d\"e\r\n\u{FF},\"f".utf8)
    let records = readWhole(bytes, chunk: chunk)
    #expect(records.map { String(decoding: $0.damaged, as: UTF8.self) } == ["a,\"b", "c,d\"e", "\u{FF},\"f"])
    #expect(records.map(\.line) == [1, 2, 3])
  }

  private func read(_ bytes: [UInt8], chunk: Int) -> [CSVReader.Record] {
    readWhole(bytes, chunk: chunk).map { CSVReader.Record(line: $0.line, fields: $0.fields) }
  }

  private func readWhole(_ bytes: [UInt8], chunk: Int) -> [CSVReader.Record] {
    var reader = CSVReader()
    var records: [CSVReader.Record] = []
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      records += reader.consume(bytes[start..<min(start + chunk, bytes.count)])
    }
    return records + reader.finish()
  }
}

private func good(_ line: Int, _ fields: String...) -> CSVReader.Record {
  CSVReader.Record(line: line, fields: .success(fields))
}

private func bad(_ line: Int, _ fault: RowFault) -> CSVReader.Record {
  CSVReader.Record(line: line, fields: .failure(fault))
}
