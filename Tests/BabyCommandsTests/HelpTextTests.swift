import BabyModel
import Testing

@testable import BabyCommands

@Suite("Help on a terminal")
struct HelpTextTests {
  @Test("joins a paragraph's lines, and ends a description with more than one word")
  func wrapped() {
    let text = """
      OVERVIEW: Do it.

      One, two,
      three.

      USAGE: bbctl do --with-a-very-long-name <name>

      OPTIONS:
        --plain                 Print plain lines: no colour, no columns.
        -h, --help              Show help.

      """
    let expected = """
      OVERVIEW: Do it.

      One, two, three.

      USAGE: bbctl do --with-a-very-long-name <name>

      OPTIONS:
        --plain                 Print plain
                                lines: no colour,
                                no columns.
        -h, --help              Show help.

      """
    #expect(HelpText.wrapped(text, to: 44) == expected)
  }

  @Test(
    "neither an example nor an option without a description is broken",
    arguments: [
      "  bbctl register --server https://baby.example --name Ben", "  pass show baby | bbctl login --password-stdin",
      "USAGE: bbctl\n\nOPTIONS:\n  --to <system or own or socket or another place>",
    ])
  func unbroken(line: String) {
    let text = "OVERVIEW: Do it.\n\n\(line)\n\nUSAGE: bbctl"
    #expect(HelpText.wrapped(text, to: 44) == text)
  }

  @Test("what is not help, such as a completion script, stays as it is")
  func script() {
    let script = "complete -F _bbctl bbctl\n" + String(repeating: "word ", count: 40)
    #expect(HelpText.wrapped(script, to: 40) == script)
  }

  @Test("no page has a line with one word below another line, or a line that is too long", arguments: [80, 100])
  func everyPage(columns: Int) {
    let leaves = CommandTableTests.leaves().map(\.0)
    let groups = Set(leaves.map { Array($0.dropLast()) })
    for path in leaves + groups.sorted(by: { $0.count < $1.count }) {
      let lines = Run(path + ["--help"], columns: columns).output.split(
        separator: "\n", omittingEmptySubsequences: false)
      for (above, line) in zip(lines, lines.dropFirst()) where !above.isEmpty {
        #expect(line.isEmpty || line.split(separator: " ").count > 1, "\(path): \(above)\n\(line)")
      }
      for line in lines where !line.hasPrefix("USAGE:") { #expect(line.count <= columns, "\(path): \(line)") }
    }
  }
}
