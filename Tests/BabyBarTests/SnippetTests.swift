import BabyProtocol
import Foundation
import Testing

@testable import BabyBar

@Suite("What goes into a bar's configuration")
struct SnippetTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  @Test("contrib holds what bbbar config prints", arguments: Snippet.allCases)
  func contrib(snippet: Snippet) throws {
    try Golden.expect(snippet.text, at: Self.root.appending(path: snippet.path))
  }

  @Test("no shell stays between the bar and bbbar", arguments: Snippet.allCases)
  func exec(snippet: Snippet) { #expect(snippet.text.contains("exec bbbar ")) }

  @Test("every command in them is one that bbbar knows", arguments: Snippet.allCases)
  func commands(snippet: Snippet) throws {
    for match in snippet.text.matches(of: /bbbar ([a-z0-9-]+)( [a-z-]+)?/) where !match.output.0.contains("{") {
      var words = [String(match.output.1)]
      if ["click", "style"].contains(words[0]) { words.append(String(match.output.2?.dropFirst() ?? "")) }
      if words == ["click", "scroll-"] { continue }
      _ = try Invocation(words)
    }
  }

  @Test(
    "it is asked for by the bar's name, or by its window manager's",
    arguments: [("swaybar", Snippet.swaybar), ("sway", .swaybar), ("i3bar", .i3bar), ("i3", .i3bar)])
  func names(word: String, snippet: Snippet) throws {
    guard case .config(let found, nil) = try Invocation(["config", word]) else {
      Issue.record("bbbar config \(word) is something else")
      return
    }
    #expect(found == snippet)
  }

  @Test("with icons bbbar shows them, and only those that a font can draw", arguments: Snippet.allCases)
  func icons(snippet: Snippet) throws {
    #expect(snippet.text(with: nil) == snippet.text)
    let text = snippet.text(with: .emoji)
    let command = try #require(text.firstMatch(of: /exec bbbar ([a-z0-9-]+) --icons emoji/))
    #expect(BarFormat(rawValue: String(command.output.1)) != nil)
    guard case .config(_, .nerd?) = try Invocation(["config", "waybar", "--icons", "nerd"]) else {
      Issue.record("--icons is not taken")
      return
    }
  }

  @Test("icons that no font has give way to plainer ones")
  func plainer() {
    #expect(Icons.nerd.drawable { _ in true } == .nerd)
    #expect(Icons.nerd.drawable { $0.value < 0xF0000 } == .emoji)
    #expect(Icons.nerd.drawable { _ in false } == .ascii)
    // One that is missing is enough.
    #expect(Icons.emoji.drawable { $0 != "\u{1F422}" } == .ascii)
    #expect(Icons.none.drawable { _ in false } == Icons.none)
  }

  @Test("Waybar's is JSON but for its comments")
  func waybar() throws {
    let lines = Snippet.waybar.text.split(separator: "\n").filter { !$0.hasPrefix("//") }
    let module = try JSON(parsing: lines.joined(separator: "\n").utf8)["custom/babybasics"]
    #expect(module?["exec"] == "exec bbbar waybar --palette warm-nightlight")
    #expect(module?["format"] == "{}")
    #expect(module?["escape"] == nil, "the texts are escaped where they are made")
  }
}
