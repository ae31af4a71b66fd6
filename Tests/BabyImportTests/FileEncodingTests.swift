import BabyModel
import Testing

@testable import BabyImport

@Suite("The text encoding of a file")
struct FileEncodingTests {
  private static let header = "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes"
  private static let table = """
    \(header)
    Temp,2020-02-25 23:40,,,37.6°C,,,
    Feed,2020-02-25 10:00,,,Formula,Bottle,120ml,Milch für später – “so”
    Diaper,2020-02-25 11:00,,,,,Pee,

    """

  /// Letter by letter, with the signs that Windows has where Latin-1 has none.
  private static func windows1252(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { scalar in
      ["–": 0x96, "“": 0x93, "”": 0x94][Character(scalar)] ?? UInt8(truncatingIfNeeded: scalar.value)
    }
  }

  private static func utf16(_ text: String, isBigEndian: Bool, mark: Bool) -> [UInt8] {
    let units = (mark ? [0xfeff] : []) + Array(text.utf16)
    return units.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
      return isBigEndian ? [high, low] : [low, high]
    }
  }

  private func read(_ bytes: [UInt8], chunk: Int = 65_536) throws -> (
    entries: [Entry], summary: ImportSummary, decisions: ImportDecisions
  ) {
    let read = try importing(files: [bytes], choices: ImportChoices(), chunk: chunk)
    return (read.batch.rows.map(\.entry), read.summary, read.decisions)
  }

  @Test("is Windows-1252 if it is not UTF-8, which is reported", arguments: [1, 7, 65_536])
  func western(chunk: Int) throws {
    let utf8 = try read(Array(Self.table.utf8))
    let western = try read(Self.windows1252(Self.table), chunk: chunk)
    #expect(western.summary.badRows == [] && western.entries == utf8.entries)
    #expect(western.entries.map(\.note) == [nil, "Milch für später – “so”", nil])
    #expect(
      western.decisions.made.first
        == ImportDecision(subject: "Text", value: "Windows-1252", reason: "line 2 is not UTF-8"))
    #expect(!utf8.decisions.made.contains { $0.subject == "Text" })
  }

  @Test("is UTF-8 as a whole if any of it is: then an invalid line is damaged")
  func damaged() throws {
    let line = Array("Feed,2020-02-25 12:00,,,Formula,Bottle,120ml,sp".utf8) + [0xe4] + Array("ter\n".utf8)
    let result = try read(Array(Self.table.utf8) + line)
    #expect(result.summary.badRows == [ImportRemark(line: 5, reason: "is not UTF-8 text")])
    #expect(result.entries.count == 3)
  }

  @Test(
    "in another encoding is refused as a whole, because Windows-1252 would change its letters",
    arguments: [
      // "смесь" in Windows-1251, and a byte that is not a letter.
      [0xf1, 0xec, 0xe5, 0xf1, 0xfc], [0x41, 0x81, 0x42],
      // "für" and "später" of a Mac, "mleko żółte" of the East of Europe, "schön" of DOS, "ミルク" of Japan.
      [0x66, 0x9f, 0x72], [0x73, 0x70, 0x8a, 0x74, 0x65, 0x72], [0xbf, 0xf3, 0xb3, 0x74, 0x65],
      [0x73, 0x63, 0x68, 0x94, 0x6e], [0x83, 0x7e, 0x83, 0x8b, 0x83, 0x4e],
      // "37°" of a Mac.
      [0x33, 0x37, 0xa1],
    ] as [[UInt8]])
  func others(note: [UInt8]) throws {
    let lines = "\(Self.header)\nDiaper,2020-02-25 11:00,,,,,Pee,\nFeed,2020-02-25 12:00,,,Formula,Bottle,120ml,"
    let error = BabyError.importInvalid(
      "The text on line 3 is neither UTF-8 nor Windows-1252. Save the table as “CSV UTF-8”, and import that.")
    #expect(throws: error) { try read(Array(lines.utf8) + note) }
  }

  @Test("in another encoding only affects its own file")
  func oneOfTwo() throws {
    let mac = Array("\(Self.header)\nDiaper,2020-02-25 12:00,,,,,Pee,f".utf8) + [0x9f, 0x72]
    let read = try importing(files: [mac, Array(Self.table.utf8)], choices: ImportChoices())
    #expect(
      read.summary.files.map(\.fault) == [
        "The text on line 2 is neither UTF-8 nor Windows-1252. Save the table as “CSV UTF-8”, and import that.", nil,
      ])
    #expect(read.batch.rows.count == 3)
  }

  @Test(
    "in Windows-1252 may have signs between words and after numbers",
    arguments: [
      "5 €", "½ cup", "1½cups", "Mo–Fr", "it’s", "wait…then", "«so»", "¿Qué?", "¡Sí!", "37°C", "2ème", "Šárka", "sœur",
      "Straße", "l·l", "Tylenol™",
    ])
  func signs(note: String) throws {
    let signs: [Unicode.Scalar: UInt8] = [
      "€": 0x80, "–": 0x96, "’": 0x92, "…": 0x85, "Š": 0x8a, "œ": 0x9c, "™": 0x99,
    ]
    let written = note.unicodeScalars.map { signs[$0] ?? UInt8(truncatingIfNeeded: $0.value) }
    let bytes = Array("\(Self.header)\nDiaper,2020-02-25 12:00,,,,,Pee,".utf8) + written
    #expect(try read(bytes).entries.map(\.note) == [note])
  }

  @Test(
    "is UTF-16 with a mark or without, in either order",
    arguments: [false, true], [1, 3, 65_536])
  func wide(isBigEndian: Bool, chunk: Int) throws {
    let utf8 = try read(Array(Self.table.utf8))
    for mark in [true, false] {
      let text = Self.table.replacing("“so”", with: "🍼")
      let wide = try read(Self.utf16(text, isBigEndian: isBigEndian, mark: mark), chunk: chunk)
      #expect(wide.summary.badRows == [])
      #expect(wide.entries.map(\.content) == utf8.entries.map(\.content))
      #expect(wide.entries[1].note == "Milch für später – 🍼")
    }
  }

  @Test("in UTF-16 may be an app's text, or JSON")
  func wideTexts() throws {
    let text = "【ぴよログ】2020年2月\n\n----------\n2020/2/25(火)\nEva (0歳2か月7日)\n\n08:00   ミルク 60ml   \n\n----------\n"
    for mark in [true, false] {
      let piyo = try read(Self.utf16(text, isBigEndian: false, mark: mark))
      #expect(
        piyo.entries.map(\.content) == [
          .feeding(Feeding(method: .bottle, amount: Volume(60, .milliliters), content: .formula))
        ])
    }
    let json = #"{"active_child": {}, "baby_nappy": [{"pk": 1, "date": 1582646400.5, "type": "Wet"}]}"#
    #expect(try read(Self.utf16(json, isBigEndian: true, mark: true)).entries.map(\.content) == [.diaper(.wet)])
  }

  @Test("that ends within a letter gets a replacement character")
  func cut() {
    for bytes: [UInt8] in [[0xff, 0xfe, 0x41, 0x00, 0x42], [0xff, 0xfe, 0x41, 0x00, 0x3c, 0xd8]] {
      var transcoder = UTF16Transcoder(beginning: bytes)
      let text = (transcoder?.consume(bytes) ?? []) + (transcoder?.finish() ?? [])
      #expect(String(decoding: text, as: UTF8.self) == "\u{feff}A\u{fffd}")
    }
  }
}
