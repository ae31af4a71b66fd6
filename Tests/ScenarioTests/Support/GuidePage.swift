import Foundation
import TestSupport

/// README.md or a page of the guide, with its blocks of code.
struct GuidePage {
  /// From the top of the tree, such as `docs/guide/times.md`.
  let path: String
  /// The blocks, and the commands in comments, in the order of the page.
  let blocks: [Block]

  struct Block {
    /// What follows the backticks: `sh`, `console` or another language. `Run` is a command in a comment.
    var language: String
    /// The test or script that runs the block in place of the page's own test.
    var runBy: String?
    /// Where it begins in the page.
    var line: Int
    var lines: [String] = []
  }

  struct Command {
    var text: String
    /// What the page says that it prints.
    var output: [String] = []
    var line: Int
  }

  static let all =
    ["README.md"]
    + ((try? FileManager.default.contentsOfDirectory(atPath: SourceTree.path("docs/guide"))) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted().map { "docs/guide/" + $0 }

  init(_ path: String) throws {
    self.path = path
    var blocks: [Block] = []
    var isOpen = false
    for (index, line) in try SourceTree.text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("```") {
        isOpen.toggle()
        guard isOpen else { continue }
        let words = text.dropFirst(3).split(separator: " ").map(String.init)
        blocks.append(Block(language: words.first ?? "", runBy: words.dropFirst().first, line: index + 1))
      } else if isOpen {
        blocks[blocks.count - 1].lines.append(String(line))
      } else if text.hasPrefix("<!--") {
        guard let hidden = text.wholeMatch(of: /<!-- Run: (.+) -->/) else {
          throw ScenarioFailure("\(path):\(index + 1): only <!-- Run: command --> may be a comment")
        }
        blocks.append(Block(language: "Run", line: index, lines: [String(hidden.1)]))
      }
    }
    guard !isOpen else { throw ScenarioFailure("\(path): the last block of code has no end") }
    self.blocks = blocks
  }

  /// The blocks that a test or script runs.
  func blocks(of test: String) -> [Block] { blocks.filter { $0.runBy == test } }

  /// Their commands, in the order of the page.
  func commands(of test: String) -> [Command] { blocks(of: test).flatMap(\.commands) }
}

extension GuidePage.Block {
  /// The lines of a shell, each with those that it continues on; on a console, those behind a prompt.
  var commands: [GuidePage.Command] {
    var commands: [GuidePage.Command] = []
    var isContinued = false
    for (offset, line) in lines.enumerated() {
      let isPrompted = line.hasPrefix("$ ")
      if isContinued, !commands.isEmpty {
        let last = commands.count - 1
        commands[last].text.removeLast()
        commands[last].text += line.trimmingCharacters(in: .whitespaces)
      } else if language == "console" && !isPrompted {
        if !commands.isEmpty { commands[commands.count - 1].output.append(line) }
        continue
      } else if !line.hasPrefix("#") && !line.isEmpty {
        commands.append(.init(text: String(line.dropFirst(isPrompted ? 2 : 0)), line: self.line + offset + 1))
      } else {
        continue
      }
      isContinued = line.hasSuffix("\\")
    }
    return commands
  }
}
