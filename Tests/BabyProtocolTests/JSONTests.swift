@testable import BabyProtocol
import Testing

@Suite("JSON on the wire")
struct JSONTests {
  @Test(
    "A text that is parsed and written again is unchanged",
    arguments: [
      #"{}"#, #"[]"#, #"null"#, #"true"#, #"-12"#, #"9223372036854775807"#, #"0.5"#, #"1e+300"#, #""""#,
      #"{"a":[1,2,{"b":null}],"c":"ü 👶"}"#, #""\"\\\n\t\u0001""#,
    ])
  func roundTrip(text: String) throws {
    #expect(try JSON(parsing: text.utf8).text == text)
  }

  @Test("Escapes, surrogate pairs and white space are read")
  func reading() throws {
    let json = try JSON(parsing: " { \"a\" : \"\\u00fc\\ud83d\\ude00\\/\" ,\r\n\t\"b\":[ ] } ".utf8)
    #expect(json["a"] == "ü😀/")
    #expect(json["b"] == [])
  }

  @Test(
    "A text that is not JSON is refused, and no look-alike is accepted",
    arguments: [
      "", "{", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "01", "1.", ".5", "+1", "1e", "-", "NaN", "tru", "nullx", "1 2",
      "\"\\x\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\u{1}\"", "\"abc", "{\"a\" 1}", "{\"a\":1 \"b\":2}",
      "{\"a\":1,\"a\":2}", "1e999", "\u{feff}{}",
    ])
  func refusing(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text.utf8) }
  }

  @Test("A string that is not UTF-8 is refused")
  func invalidUTF8() {
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0x22, 0xff, 0x22]) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: [0x22, 0xc0, 0xaf, 0x22]) }
  }

  @Test("Nesting ends at 64 levels instead of at the end of the stack")
  func nesting() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSON(parsing: nested(64).utf8)
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: nested(65).utf8) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: nested(100_000).utf8) }
  }

  @Test("Names are the same when their bytes are, and not when they look alike")
  func names() throws {
    let json = try JSON(parsing: "{\"\u{e9}\":1,\"e\u{301}\":2,\"\u{212a}\":3}".utf8)
    #expect(json["\u{e9}"] == 1)
    #expect(json["e\u{301}"] == 2)
    #expect(json["K"] == nil, "the sign for kelvins is no K")
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: #"{"a":1,"b":2,"\u0061":3}"#.utf8) }
    #expect(error?.reason == "the name \"a\" appears twice")
  }

  @Test("A name that stands twice is found among few and among many", arguments: [1, 15, 16, 17, 18, 1023])
  func duplicates(others: Int) throws {
    let members = (0..<others).map { "\"n\($0)\":0" }
    _ = try JSON(parsing: "{\((members + ["\"n\":0"]).joined(separator: ","))}".utf8)
    for index in [0, others / 2, others - 1] {
      let error = #expect(throws: JSONSyntaxError.self) {
        try JSON(parsing: "{\((members + ["\"n\(index)\":0"]).joined(separator: ","))}".utf8)
      }
      #expect(error?.reason == "the name \"n\(index)\" appears twice")
    }
  }

  @Test("A member is found in whatever order members are asked for, and however its name is written")
  func members() throws {
    let names = (0..<200).map { "n\($0)" }
    let members =
      names.map { "\"\($0)\":[{\"\($0)\":null},\"\($0)\"]" } + [#""\u0061\u00fc":-7"#, "\"\":0.5"]
    let object = WireInput(try JSONText(parsing: Array("{\(members.joined(separator: ","))}".utf8)))
    var hint = 0
    for name in names + names.reversed() {
      #expect(object[name]?.json == [.object(JSONObject([(name, .null)])), .string(name)])
      #expect(object.member(name, hint: &hint)?.json == object[name]?.json)
      #expect(object[name + "x"] == nil)
    }
    #expect(object["aü"]?.integerValue == -7)
    #expect(object["aü"]?.stringValue == nil)
    #expect(object[""]?.json == .number(0.5))
    #expect(object.count == 202)
  }

  @Test("Whole numbers are read to the last digit")
  func wholeNumbers() throws {
    for number in [Int64.min, .min + 1, -1, 0, 1, 999_999_999_999_999_999, .max] {
      #expect(try JSON(parsing: "\(number)".utf8) == .integer(number))
    }
    #expect(try JSON(parsing: "9223372036854775808".utf8) == .number(9_223_372_036_854_775_808))
    #expect(try JSON(parsing: "-0".utf8) == 0)
  }

  @Test("What ends a string is found at each place of a word, and nothing else ends one", arguments: 0..<24)
  func stringEnds(length: Int) throws {
    let plain = String(repeating: "~", count: length)
    for special in ["", " ", "!", "#", "[", "]", "\u{7f}", "\u{80}", "\u{a2}", "\u{dc}", "\u{20ac}", "\u{1f476}"] {
      #expect(try JSON(parsing: "\"\(plain)\(special)\(plain)\"".utf8) == .string(plain + special + plain))
    }
    #expect(try JSON(parsing: "\"\(plain)\\\"\(plain)\"".utf8) == .string(plain + "\"" + plain))
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "\"\(plain)\u{1f}\(plain)\"".utf8) }
    #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "\"\(plain)\"\(plain)x\"".utf8) }
  }

  @Test("An object has at most 1024 members")
  func mostMembers() throws {
    func object(_ count: Int) -> String {
      "{" + (0..<count).map { "\"n\($0)\":0" }.joined(separator: ",") + "}"
    }
    #expect(try JSON(parsing: object(1024).utf8).objectValue?.members.count == 1024)
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: object(1025).utf8) }
    #expect(error?.reason == "an object has more than 1024 members")
  }

  @Test("What is wrong is said in a short sentence, however long the text is")
  func shortReasons() {
    let name = String(repeating: "n\u{301}", count: 100_000)
    let error = #expect(throws: JSONSyntaxError.self) { try JSON(parsing: "{\"\(name)\":1,\"\(name)\":2}".utf8) }
    #expect(error?.reason.utf8.count ?? .max < 120)
  }

  @Test("Every cut of a text is refused, and none crashes the parser")
  func cuts() {
    let text = Array(#"{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"\u00fcb","n":[-1.5e3,true,null]}}"#.utf8)
    for length in 0..<text.count {
      #expect(throws: JSONSyntaxError.self) { try JSON(parsing: text[..<length]) }
    }
  }

  @Test("Whole numbers have no fraction, and there is no infinity")
  func numbers() {
    var writer = JSONWriter()
    writer.array([120, 8.2, -0.5, .infinity]) { $0.number($1) }
    #expect(String(decoding: writer.bytes, as: UTF8.self) == "[120,8.2,-0.5,null]")
  }

  @Test("What needs an escape gets one at each place of a word, and nothing else does", arguments: 0..<24)
  func escapes(length: Int) throws {
    let plain = String(repeating: "~", count: length)
    for code in (0..<0x100).map(UInt32.init) {
      let text = plain + String(Character(Unicode.Scalar(code)!)) + plain
      var writer = JSONWriter()
      writer.string(text)
      #expect(try JSON(parsing: writer.bytes) == .string(text))
      #expect((writer.bytes.count > text.utf8.count + 2) == (code < 0x20 || code == 0x22 || code == 0x5c))
    }
  }

  @Test("A number is written in the fewest digits that say which one it is, however many it needs")
  func shortestNumbers() {
    func text(_ number: Double) -> String {
      var writer = JSONWriter()
      writer.number(number)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
    var random = SystemRandomNumberGenerator()
    for _ in 0..<20_000 {
      let thousandths = Int64.random(in: -2_000_000_000_000...2_000_000_000_000, using: &random)
      let number = Double(thousandths >> Int64.random(in: 0...40, using: &random)) / 1000
      for number in [number, number.nextUp, number / 7] where Int64(exactly: number) == nil {
        #expect(text(number) == number.description)
      }
    }
    let decimals = [0.001, -0.001, 0.01, 0.099, 99.999, 999_999_999.999, 1_000_000_000.001, 0.0005, 0.1 + 0.2]
    for number in decimals { #expect(text(number) == number.description) }
  }
}
