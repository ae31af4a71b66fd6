import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import BabyBar

@Suite("A family's texts stay text")
struct InjectionTests {
  private static let hostile = [
    "<b>&'\"</b>&amp;<span", "%{A1:touch /tmp/x:}click%{A}%%{{F#f00}", "#(touch /tmp/x) #S #[fg=red] %H%%",
    "a|b bash='touch /tmp/x' | href=x", "one\ntwo\r\n---\nthree\u{2028}four\u{0}five", "\u{1b}]0;x\u{7}\u{9b}31m",
    "\u{202E}txt.exe\u{2066}\u{200F}", "{sleep} {{", "\\n \\\\ \\u0041", String(repeating: "\"\\'&<", count: 400),
    String(repeating: "e\u{301}\u{302}", count: 900),
  ]

  /// A line with the text as the child's name, as a note, as an error, and in a template.
  private static func lines(_ format: BarFormat, _ text: String) throws -> [String] {
    var dashboard = BarSample.dashboard(isAsleep: true, feedingDue: "2026-11-15T06:29:00Z", name: text, note: text)
    dashboard.lastTummyTime?.entry.note = text
    dashboard.lastFeeding?.entry.note = text
    dashboard.lastSleep?.entry.note = text
    let error = BannerRecord(id: "1", severity: .error, text: text)
    var complaining = BarSample.view(BarSample.snapshot(dashboard, unresolved: [error]))
    let unresolved = BarState(complaining, at: BarSample.now)
    complaining.complain(text, at: BarSample.now)
    var layout = BarLayout()
    layout.template = try Template("{child} {text} {child}")
    return [
      format.line(BarContent(BarSample.state(dashboard), BarLayout())),
      format.line(BarContent(unresolved, BarLayout())),
      format.line(BarContent(BarState(complaining, at: BarSample.now), BarLayout())),
      format.line(BarContent(BarSample.state(dashboard), layout)),
    ]
  }

  @Test(
    "no line is longer than 4 KiB, contains a line break, or has control or bidirectional characters",
    arguments: BarFormat.all)
  func anyBar(format: BarFormat) throws {
    for text in Self.hostile {
      for line in try Self.lines(format, text) {
        let lines = format == .argos ? line.split(separator: "\n").map(String.init) : [line]
        for line in lines {
          #expect(line.utf8.count < 4_096)
          for scalar in line.unicodeScalars {
            #expect(scalar.value >= 0x20 && !(0x7F..<0xA0).contains(scalar.value))
            #expect(![0x200F, 0x202E, 0x2066, 0x2028].contains(scalar.value))
          }
        }
      }
    }
  }

  @Test("JSON stays JSON", arguments: [BarFormat.waybar, .i3bar, .swaybar, .i3blocksJSON, .i3statusRust, .json])
  func json(format: BarFormat) throws {
    for text in Self.hostile {
      for line in try Self.lines(format, text) {
        let json = try JSON(parsing: line.utf8)
        for member in json.objectValue?.members ?? [] {
          let text = member.value.stringValue ?? ""
          #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
        }
      }
    }
  }

  @Test("Pango gets only our markup", arguments: [BarFormat.waybar, .i3bar, .i3blocksJSON, .i3statusRust])
  func pango(format: BarFormat) throws {
    for text in Self.hostile {
      for line in try Self.lines(format, text) {
        let json = try JSON(parsing: line.utf8)
        for name in ["text", "tooltip", "full_text", "short_text"] { expectPlain(json[name]?.stringValue ?? "") }
      }
    }
  }

  @Test("Pango gets only our markup in i3blocks 1.4 and in Argos", arguments: [BarFormat.i3blocks, .argos])
  func plainPango(format: BarFormat) throws {
    for text in Self.hostile {
      for line in try Self.lines(format, text) {
        expectPlain(line)
      }
    }
  }

  /// Every `<` and `&` is one of ours.
  private func expectPlain(_ text: String) {
    var rest = text.replacing(/<span color=["']#[0-9a-f]{6}["']>/, with: "")
    for ours in ["<b>", "</b>", "<tt>", "</tt>", "</span>", "&amp;", "&lt;", "&gt;", "&quot;", "&#39;"] {
      rest = rest.split(separator: ours, omittingEmptySubsequences: false).joined()
    }
    #expect(!rest.contains { "<>&".contains($0) }, "\(text)")
  }

  @Test("polybar gets only our tags")
  func polybar() throws {
    for text in Self.hostile {
      for line in try Self.lines(.polybar, text) {
        let inner = try #require(
          line.wholeMatch(
            of: /%\{A1:bbbar click left --state [0-9a-f-]+ --child [0-9a-f-]+:\}(.*)%\{A\}/))
        #expect(!inner.1.replacing(/%\{F(#[0-9a-f]{6}|-)\}/, with: "").contains("%{"))
      }
    }
  }

  @Test("text next to a field in a template cannot turn it into a tag", arguments: ["{name", "name%", "%{A1:x:}", "%"])
  func polybarTemplate(name: String) throws {
    var layout = BarLayout()
    layout.template = try Template("50%{child}{child}{{F#fff}}")
    let dashboard = BarSample.dashboard(isAsleep: true, feedingDue: nil, name: name)
    let line = BarFormat.polybar.line(BarContent(BarSample.state(dashboard), layout, usesColor: false))
    let text = line.split(separator: ":}", maxSplits: 1)[1].dropLast("%{A}".count)
    #expect(!text.contains("%{"), "\(text)")
  }

  @Test("tmux gets only our commands and styles")
  func tmux() throws {
    for text in Self.hostile {
      for line in try Self.lines(.tmux, text) {
        let rest = line.replacing(/#\[(fg=#[0-9a-f]{6}|default)\]/, with: "")
        #expect(!rest.split(separator: "##", omittingEmptySubsequences: false).joined().contains("#"))
      }
    }
  }

  @Test("Argos gets only our attributes and menu lines")
  func argos() throws {
    for text in Self.hostile {
      for frame in try Self.lines(.argos, text) {
        let lines = frame.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count { $0 == "---" } == 2)
        for line in lines where line != "---" {
          let attributes = line.split(separator: "|").dropFirst().joined()
          #expect(
            attributes.isEmpty || attributes.hasPrefix(" color=#") || attributes == " size=large"
              || attributes.hasPrefix(" bash='bbctl "))
        }
      }
    }
  }
}
