import Foundation
import TestSupport
import Testing

@testable import BabyServer

@Suite("QR codes")
struct QRCodeTests {
  private static let texts = [
    "https://home.local:8443/trust", "a", "https://[fd00::5]:8443/#join=0123456789abcdef0123456789abcdef", "Grüße 🍼",
    String(repeating: "x", count: QRCode.longest),
  ]

  @Test("have a size of the standard's, and a row of 0 and 1 for each line", arguments: texts)
  func rows(text: String) throws {
    let code = try #require(QRCode(text))
    #expect(code.size >= 21 && (code.size - 17).isMultiple(of: 4))
    #expect(code.rows.count == code.size)
    #expect(code.rows.allSatisfy { $0.count == code.size && $0.allSatisfy { "01".contains($0) } })
    // The upper left corner of every code.
    for (row, start) in ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"].enumerated() {
      #expect(code.rows[row].hasPrefix(start))
    }
  }

  @Test("are not made of an empty text, nor of one that is too long")
  func bounds() {
    #expect(QRCode("") == nil)
    #expect(QRCode(String(repeating: "x", count: QRCode.longest + 1)) == nil)
  }

  @Test("on a terminal are two rows a line, dark on light, with a margin around them")
  func terminal() throws {
    let code = try #require(QRCode("https://home.local:8443/trust"))
    let halves: [Character: (String, String)] = [" ": ("0", "0"), "▀": ("1", "0"), "▄": ("0", "1"), "█": ("1", "1")]
    var rows: [String] = []
    let (begin, end) = ("\u{1B}[38;5;16;48;5;231m", "\u{1B}[0m")
    for line in code.terminalLines {
      #expect(line.hasPrefix(begin) && line.hasSuffix(end))
      let squares = try line.dropFirst(begin.count).dropLast(end.count).map { try #require(halves[$0]) }
      rows += [squares.map(\.0).joined(), squares.map(\.1).joined()]
    }
    let (side, empty) = (code.size + 8, String(repeating: "0", count: code.size + 8))
    #expect(rows.prefix(side).allSatisfy { $0.count == side })
    #expect(rows.prefix(4) + rows.dropFirst(side - 4) == Array(repeating: empty, count: rows.count - code.size)[...])
    #expect(rows.dropFirst(4).prefix(code.size).map { $0.dropFirst(4).dropLast(4) } == code.rows.map { $0[...] })
  }

  @Test("as a drawing have a square for each dark module, and a description")
  func svg() throws {
    let code = try #require(QRCode("a & b"))
    let drawing = code.svg(title: "a & <b>")
    let dark = code.rows.joined().filter { $0 == "1" }.count
    #expect(drawing.components(separatedBy: "h1v1h-1z").count - 1 == dark)
    #expect(drawing.contains("<title>a &amp; &lt;b&gt;</title>"))
    #expect(drawing.contains("viewBox=\"0 0 \(code.size + 8) \(code.size + 8)\""))
    #expect(throws: Never.self) { try XMLDocumentCheck.parse(drawing) }
  }

  @Test(
    "are read back as they were written", .enabled(if: Reader.isThere, "zbar-tools is missing"),
    arguments: texts)
  func read(text: String) async throws {
    let code = try #require(QRCode(text))
    #expect(try await Reader.read(code.rows) == text)
  }
}

/// Looks whether a text is well-formed XML, as far as tags go: each that begins ends.
private enum XMLDocumentCheck {
  static func parse(_ text: String) throws {
    var open: [Substring] = []
    for tag in text.matches(of: /<(\/?)([a-z]+)[^>]*?(\/?)>/) {
      if !tag.1.isEmpty {
        try #require(open.popLast() == tag.2)
      } else if tag.3.isEmpty {
        open.append(tag.2)
      }
    }
    try #require(open.isEmpty)
  }
}

/// zbarimg, which reads codes from pictures.
private enum Reader {
  static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg")

  static func read(_ rows: [String]) async throws -> String {
    let path = FileManager.default.temporaryDirectory.path + "/bbqr-\(UUID().uuidString).pgm"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let (scale, margin) = (4, 4)
    let side = (rows.count + 2 * margin) * scale
    let dark = rows.map { $0.map { $0 == "1" } }
    var picture = Array("P5 \(side) \(side) 255\n".utf8)
    for y in 0..<side {
      for x in 0..<side {
        let (column, row) = (x / scale - margin, y / scale - margin)
        let isDark = dark.indices.contains(row) && dark.indices.contains(column) && dark[row][column]
        picture.append(isDark ? 0 : 255)
      }
    }
    try Data(picture).write(to: URL(filePath: path))
    let said = try await StartedProgram.run(
      ["/usr/bin/zbarimg", "--quiet", "--raw", "-Sbinary=0", path], isQuiet: true)
    return String(decoding: said, as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
