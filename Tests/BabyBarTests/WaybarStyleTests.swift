import BabyModel
import Testing

@testable import BabyBar

@Suite("Style sheets for Waybar")
struct WaybarStyleTests {
  @Test("There is one for each palette in the dark and by day, under the palette's name")
  func names() {
    let names = WaybarStyle.allCases.map(\.rawValue)
    #expect(names.prefix(2) == ["warm-nightlight", "warm-nightlight-light"])
    #expect(names.count == 2 * Palette.allCases.count && Set(names).count == names.count)
    #expect(WaybarStyle(rawValue: "ocean-calm-light")?.appearance == .light)
    #expect(WaybarStyle(rawValue: "ocean-calm-dark") == nil)
  }

  @Test("Every colour that is used is defined, and none for nothing", arguments: WaybarStyle.allCases)
  func definitions(style: WaybarStyle) {
    let words = style.css.split { $0.isWhitespace || $0 == ";" }.map(String.init)
    let defined = zip(words, words.dropFirst()).filter { $0.0 == "@define-color" }.map(\.1)
    let used = words.filter { $0.hasPrefix("@bb_") }.map { String($0.dropFirst()) }
    #expect(Set(defined) == Set(used) && defined.count == Set(defined).count)
    #expect(style.css.contains("@define-color bb_text \(style.palette.colors(in: style.appearance).text.hex);"))
  }

  @Test("Every class that a bar can have and that matters to the eye has a rule")
  func classes() throws {
    let css = try #require(WaybarStyle.allCases.first).css
    for name in ["sleeping", "tummy", "empty", "stale", "offline", "warning", "error"] {
      #expect(css.contains("#custom-babybasics.\(name)"), "\(name)")
    }
  }

  @Test("It is printed by name, and a name that is none is answered with the nearest")
  func command() throws {
    guard case .style(let style) = try Invocation(["style", "sage-garden"]) else {
      Issue.record("no style")
      return
    }
    #expect(style.palette == .sageGarden && style.appearance == .dark)
    #expect {
      _ = try Invocation(["style", "sage-gardn"])
    } throws: {
      ($0 as? UsageError)?.hint == "bbbar style sage-garden"
    }
    #expect(throws: UsageError.self) { _ = try Invocation(["style", "sage-garden", "--once"]) }
  }
}
