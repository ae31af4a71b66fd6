import BabyModel
import Foundation
import Testing

@testable import BabyCommands

@Suite("A terminal's answers and drawing") struct TerminalTests {
  private func events(_ text: String) -> [TerminalInput.Event] {
    var input = TerminalInput()
    return input.take(text.utf8)
  }

  @Test(
    "the background is parsed in each form",
    arguments: [
      ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", Color(red: 255, green: 128, blue: 0)),
      ("\u{1B}]11;rgb:ff/80/00\u{7}", Color(red: 255, green: 128, blue: 0)),
      ("\u{1B}]11;rgb:f/0/8\u{1B}\\", Color(red: 255, green: 0, blue: 136)),
      ("\u{1B}]11;rgba:1e1e/1e1e/2e2e/ffff\u{1B}\\", Color(red: 30, green: 30, blue: 46)),
    ])
  func background(answer: String, color: Color) { #expect(events(answer) == [.background(color)]) }

  @Test(
    "nothing else is a background, and no part of it is a key",
    arguments: [
      "\u{1B}]11;rgb:ffff/8080\u{1B}\\", "\u{1B}]11;rgb:+f/00/00\u{7}", "\u{1B}]11;rgb:-1/00/00\u{7}",
      "\u{1B}]11;rgb:fffff/00/00\u{7}", "\u{1B}]11;\u{7}", "\u{1B}]10;rgb:ff/ff/ff\u{7}",
      "\u{1B}P11;rgb:ff/ff/ff\u{1B}\\",
      "\u{1B}[E", "\u{1B}[1;5q", "\u{1B}OP", "\u{1B}[?1;2R", "\u{1B}[<0;1M", "\u{1B}[<35;4;5M", "\u{4}",
      "\u{1B}]11;rgb:ff/ff/" + String(repeating: "q", count: 10_000) + "\u{7}",
    ])
  func noise(bytes: String) { #expect(events(bytes).isEmpty) }

  @Test("an answer may come in pieces, between keys")
  func pieces() {
    let answer = "x\u{1B}]11;rgb:0000/0000/0000\u{1B}\\\u{1B}[?62;22cq"
    let wanted: [TerminalInput.Event] = [
      .key(.character("x")), .background(Color(red: 0, green: 0, blue: 0)), .attributes, .key(.character("q")),
    ]
    #expect(events(answer) == wanted)
    var input = TerminalInput()
    #expect(answer.utf8.flatMap { input.take([$0]) } == wanted)
  }

  @Test("keys, in both forms that terminals send them, letters of any script, and the mouse")
  func keys() {
    #expect(events("\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[D") == [.key(.up), .key(.down), .key(.right), .key(.left)])
    #expect(events("\u{1B}[H\u{1B}[4~\u{1B}[5~\u{1B}[6~") == [.key(.home), .key(.end), .key(.pageUp), .key(.pageDown)])
    #expect(events("\r\n\t\u{1B}[Z") == [.key(.enter), .key(.enter), .key(.tab), .key(.backTab)])
    #expect(events("\u{7F}\u{1B}[3~") == [.key(.backspace), .key(.delete)])
    #expect(events("ü漢👶") == [.key(.character("ü")), .key(.character("漢")), .key(.character("👶"))])
    #expect(
      events("\u{1B}[<0;12;5M\u{1B}[<0;12;5m\u{1B}[<64;1;1M\u{1B}[<65;1;1M") == [
        .mouse(.pressed(column: 11, row: 4)), .mouse(.wheelUp), .mouse(.wheelDown),
      ])
  }

  @Test("an escape with nothing behind it is the key")
  func escape() {
    #expect(events("\u{1B}q") == [.key(.escape), .key(.character("q"))])
    var input = TerminalInput()
    #expect(input.take([0x1B]).isEmpty)
    #expect(input.mayBeEscape)
    #expect(input.settleEscape() == .key(.escape))
    #expect(input.take("q".utf8) == [.key(.character("q"))])
  }

  @Test("no letter and no line end of what is pasted is a key")
  func pasted() {
    #expect(
      events("\u{1B}[200~fü\n\u{1B}[201~q") == [.pasted("f"), .pasted("ü"), .pasted(" "), .key(.character("q"))])
  }

  @Test("a page that does not fit keeps its first lines, and leaves out the gaps before them")
  func rows() throws {
    var page = LivePage()
    let text = "Eva\nSleeping\n\n  Feed\n  Diaper\n\n  Today\n"
    func shown(_ rows: Int) -> [String]? {
      page.forget()
      return page.draw(text, rows: rows)?.replacing("\u{1B}[K", with: "").replacing("\u{1B}[J", with: "")
        .replacing("\u{1B}[2J\u{1B}[H", with: "").split(separator: "\n", omittingEmptySubsequences: false).map(
          String.init)
    }
    #expect(shown(7) == ["Eva", "Sleeping", "", "  Feed", "  Diaper", "", "  Today"])
    #expect(shown(6) == ["Eva", "Sleeping", "  Feed", "  Diaper", "  Today"])
    #expect(shown(2) == ["Eva", "Sleeping"])
    #expect(shown(0) == ["Eva"])
    _ = page.draw(text, rows: 7)
    #expect(page.draw(text, rows: 7) == nil)
    #expect(page.draw(text, rows: 6)?.hasPrefix("\u{1B}[H") == true)
  }

  @Test("on any reported background, every colour of every theme has 4.5:1, if possible")
  func contrast() {
    let grounds: [Color] = [0xFFFFFF, 0xFDF6E3, 0xEEEEEE, 0xFFFFDD, 0x000000, 0x002B36, 0x1E1E2E, 0x300A24, 0x3F3F3F]
    for ground in grounds {
      let appearance = Appearance(on: ground)
      for palette in Palette.allCases {
        let colors = palette.colors(in: appearance)
        let all =
          [colors.primary, colors.success, colors.warning, colors.danger]
          + CategoryStrategy.allCases.flatMap { strategy in
            EntryKind.allCases.map { strategy.colors(in: appearance)[$0] }
          }
        for color in all {
          let ratio = Self.contrast(colors.legible(color, on: ground), ground)
          #expect(ratio >= 4.5, "\(color.hex) on \(ground.hex): \(ratio)")
        }
      }
    }
  }

  private static func contrast(_ one: Color, _ other: Color) -> Double {
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  /// As WCAG 2.2 has it.
  private static func luminance(_ color: Color) -> Double {
    func light(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * light(color.red) + 0.7152 * light(color.green) + 0.0722 * light(color.blue)
  }
}
