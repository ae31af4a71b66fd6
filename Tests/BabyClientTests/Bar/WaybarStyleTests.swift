import BabyModel
import Testing

@testable import BabyBar

@Suite("Style sheets for Waybar")
struct WaybarStyleTests {
  @Test("There is one for each palette, for dark and light appearance, under the palette's name")
  func names() {
    let names = WaybarStyle.allCases.map(\.rawValue)
    #expect(names.prefix(2) == ["warm-nightlight", "warm-nightlight-light"])
    #expect(names.count == 2 * Palette.allCases.count && Set(names).count == names.count)
    #expect(WaybarStyle(rawValue: "ocean-calm-light")?.appearance == .light)
    #expect(WaybarStyle(rawValue: "ocean-calm-dark") == nil)
  }

  @Test("Every used colour is defined, and every defined one is used", arguments: WaybarStyle.allCases)
  func definitions(style: WaybarStyle) {
    let words = style.css.split { $0.isWhitespace || $0 == ";" }.map(String.init)
    let defined = zip(words, words.dropFirst()).filter { $0.0 == "@define-color" }.map(\.1)
    let used = words.filter { $0.hasPrefix("@bb_") }.map { String($0.dropFirst()) }
    #expect(Set(defined) == Set(used) && defined.count == Set(defined).count)
    #expect(style.css.contains("@define-color bb_text \(style.palette.colors(in: style.appearance).text.hex);"))
  }

  @Test("Every class of a bar that matters visually has a rule")
  func classes() throws {
    let css = try #require(WaybarStyle.allCases.first).css
    for name in ["sleeping", "tummy", "empty", "stale", "offline", "warning", "error"] {
      #expect(css.contains("#custom-babybasics.\(name)"), "\(name)")
    }
  }

  @Test("It is printed by name; an unknown name gets the most similar one as a suggestion")
  func command() throws {
    guard case .style(let style) = try BarCommand(["style", "sage-garden"]) else {
      Issue.record("no style")
      return
    }
    #expect(style.palette == .sageGarden && style.appearance == .dark)
    #expect {
      _ = try BarCommand(["style", "sage-gardn"])
    } throws: {
      ($0 as? BarUsageError)?.hint == "bbbar style sage-garden"
    }
    #expect(throws: BarUsageError.self) { _ = try BarCommand(["style", "sage-garden", "--once"]) }
  }
}
