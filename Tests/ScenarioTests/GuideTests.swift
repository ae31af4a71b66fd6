import BabyProtocol
import Foundation
import TestSupport
import Testing

@Suite("README.md and the guide")
struct GuideTests {
  @Test("each command of a page works as printed, from the first line to the last", arguments: GuidePage.all)
  func commands(path: String) async throws {
    let page = try GuidePage(path)
    let commands = page.blocks.filter { ["Run", "sh", "console"].contains($0.language) && $0.runBy == nil }
      .flatMap(\.commands)
    guard !commands.isEmpty else { return }
    try await Machine.run { machine in
      try machine.prepareForPage()
      let results = try machine.go(through: commands)
      #expect(results.count == commands.count)
      for (command, result) in zip(commands, results) {
        let place = "\(path):\(command.line): \(command.text)"
        #expect(result.status == 0 && !result.errors.contains("bbctl: "), "\(place): \(result.output)\(result.errors)")
        guard !command.output.isEmpty else { continue }
        let output = result.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        #expect(Self.masked(output) == Self.masked(command.output), "\(place): \(result.output)")
      }
    }
  }

  /// Lines without what is different each time: times of day, dates, ids, and how long something has been so.
  private static func masked(_ lines: [String]) -> [String] {
    lines.map { line in
      line.replacing(#/^  [0-9a-f]{6}  /#, with: "  ID  ")
        .replacing(/(Mon|Tues?|Wednes|Thurs?|Fri|Satur|Sun)(day)?, \w+ \d+/, with: "DATE")
        .replacing(/\d{4}-\d\d-\d\d/, with: "DATE")
        .replacing(/\d{1,2}(:\d\d( [AP]M)?| [AP]M)/, with: "TIME").replacing("TIME–TIME", with: "TIME")
        .replacing(/\b(\d+h )?\d+m\b/, with: "AGE").replacing(#/ {2,}/#, with: "  ")
        .trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
  }

  @Test("every block of code is run, by the test of its page or by the one that it names", arguments: GuidePage.all)
  func everyBlock(path: String) throws {
    let page = try GuidePage(path)
    for block in page.blocks {
      let place = "\(path):\(block.line)"
      let hasCommands = ["Run", "sh", "console"].contains(block.language)
      #expect(!(hasCommands ? block.commands.isEmpty : block.lines.isEmpty), "\(place): this block is empty")
      guard let name = block.runBy else {
        #expect(hasCommands || block.language == "yaml", "\(place): nothing runs this block")
        continue
      }
      let text = try #require(Self.source(of: name), "\(place): there is no \(name)")
      let readsBlock =
        name.contains("/")
        ? text.contains(path) : text.contains("GuidePage(\"\(path)\")") && text.contains("(of: \"\(name)\")")
      #expect(readsBlock, "\(place): \(name) does not read this block")
    }
  }

  /// The text of a suite in Tests, or of a script with the parts in its folder.
  private static func source(of name: String) -> String? {
    guard name.contains("/") else { return suites[name + ".swift"].flatMap { try? SourceTree.text("Tests/" + $0) } }
    let parts = (try? FileManager.default.contentsOfDirectory(atPath: SourceTree.path(name + ".d"))) ?? []
    return try? ([name] + parts.map { "\(name).d/\($0)" }).map { try SourceTree.text($0) }.joined(separator: "\n")
  }

  private static let suites = Dictionary(
    (FileManager.default.enumerator(atPath: SourceTree.path("Tests"))?.compactMap { $0 as? String } ?? [])
      .filter { $0.hasSuffix("Tests.swift") }.map { (String($0.split(separator: "/").last ?? ""), $0) },
    uniquingKeysWith: { $1 })

  @Test("the guide's first page has a row for each of the others")
  func pages() throws {
    let rows = try SourceTree.text("docs/guide/README.md").matches(of: /\n\| \[[^\]]+\]\(([a-z-]+\.md)\) \|/)
    #expect(rows.map { "docs/guide/\($0.1)" }.sorted() == GuidePage.all.filter { !$0.hasSuffix("README.md") })
  }

  @Test(
    "README.md's commands from source work as printed, up to the check for Swift",
    .enabled(if: access("/usr/bin/swift", F_OK) != 0, "Swift is in /usr/bin, so it cannot be missing"))
  func fromSource() async throws {
    let commands = try GuidePage("README.md").commands(of: "GuideTests").map(\.text)
    try #require(commands.map { $0.prefix { $0 != " " } } == ["contrib/quickstart", "contrib/install"])
    try await Machine.run { machine in
      machine.environment["PATH"] = "/usr/bin:/bin"
      for command in commands {
        let run = try machine.shell("cd '\(SourceTree.root)' && \(command)")
        #expect(run.status == 1 && run.errors.contains("Swift is missing."), "\(command): \(run.errors)")
      }
    }
  }

  @Test("the configurations are valid for the daemon", arguments: GuidePage.all)
  func configuration(path: String) async throws {
    let blocks = try GuidePage(path).blocks.filter { $0.language == "yaml" && $0.runBy == nil }
    guard !blocks.isEmpty else { return }
    try await Machine.run { machine in
      for block in blocks {
        try machine.write(block.lines.joined(separator: "\n"), to: machine.paths.configurationFiles[0])
        let run = try machine.run(Machine.program("babybasicsd"), ["--check-config"])
        #expect(run.status == 0 && run.errors == "", "\(path):\(block.line)")
        #expect(run.output.contains("file: " + machine.paths.configurationFiles[0]))
      }
    }
  }
}

extension Machine {
  /// Makes it a person's machine in the middle of the afternoon, with a daemon, in a folder of its own.
  fileprivate func prepareForPage() throws {
    // West of Greenwich is plus, for the C library.
    let hour = Int(Date.now.timeIntervalSince1970) / 3600 % 24
    let east = hour <= 1 ? 15 - hour - 24 : 15 - hour
    environment["TZ"] = "Etc/GMT\(east > 0 ? "-" : "+")\(abs(east))"
    environment["LANG"] = "en_US.UTF-8"
    environment["TREE"] = SourceTree.root
    let made = try shell("mkdir page && ln -s \"$TREE\"/contrib \"$TREE\"/docs \"$TREE\"/Tests page")
    guard made.status == 0 else { throw ScenarioFailure(made.errors) }
    try start()
  }

  /// Runs commands in one shell, one after the other.
  fileprivate func go(through commands: [GuidePage.Command]) throws -> [Run] {
    let lines = commands.enumerated().map { index, command in
      "{ \(command.text)\n} >'\(directory)/\(index).page.out' 2>'\(directory)/\(index).page.err' </dev/null\n"
        + "echo $? >>'\(directory)/statuses'"
    }
    try write("cd page\nset -o pipefail\n\(lines.joined(separator: "\n"))\n", to: directory + "/page.sh")
    let shell = try run("/bin/bash", ["-c", "cd '\(directory)' && . ./page.sh"], within: Patience.limit * 5)
    let statuses = try text("statuses").split(separator: "\n").compactMap { CInt($0) }
    guard statuses.count == commands.count else { throw ScenarioFailure("the shell ended: \(shell.errors)") }
    return try statuses.enumerated().map { index, status in
      Run(status: status, output: try text("\(index).page.out"), errors: try text("\(index).page.err"))
    }
  }
}
