import BabyProtocol
import Foundation
import TestSupport
import Testing

/// What bbctl asks back: each choice, pasted, is accepted and means what it says.
@Suite("Questions")
struct QuestionTests {
  /// Sentences and options in which a time stands.
  private static let commands = [
    "diaper wet --at 'TIME'", "wet TIME", "diaper wet TIME --child Eva", "she pooped TIME --child Eva",
    "feed left --for 15m --at 'TIME'", "sleep log --for 1h --at 'TIME'", "sleep log --from 'TIME' --for 1h",
    "note x --at 'TIME'", "log 'bottle 90 ml TIME'", "weight 7kg TIME --note x",
  ]
  private static let times = [
    "yesterday 3:15", "yesterday 10:00", "yesterday 12:00", "yesterday at 3", "Monday 12:30", "Monday midnight",
    "11/3 at 3", "11/3 14:00", "2026-11-20 at 10", "2026-11-20 10:00", "2026-11-01 1:30", "2026-11-01 01:30",
    "Nov 1 at 1", "half past 3 yesterday", "last Tuesday at 7",
  ]
  /// Without a time, and what it is that they ask.
  private static let others = [
    "feed 15", "feed 15 --child Eva", "15", "bottle 4 --child Eva", "weight 16 --child Eva", "start --child Eva",
    "stop --child Eva", "she drank 15 --note slowly --child Eva", "sleep 20 min --child Eva", "20 min --child Eva",
  ]

  @Test("about a time have choices that are accepted and mean what they say", arguments: ["12h", "24h"])
  func times(format: String) async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("settings", "set", "time.format", format)
      var questions = 0
      for line in Self.commands.flatMap({ command in Self.times.map { command.replacing("TIME", with: $0) } }) {
        questions += try Self.check(shellWords(line), on: machine)
      }
      #expect(questions > (format == "12h" ? 80 : 40))
    }
  }

  @Test("about anything else have choices that are accepted and differ")
  func others() async throws {
    try await Machine.withEva { machine in
      try machine.bbctl("sleep", "start")
      try machine.bbctl("bath", "--at", "5 min ago")
      try machine.bbctl("cancel", "bath")
      try machine.bbctl("tummy", "start")
      var questions = 0
      for line in Self.others { questions += try Self.check(shellWords(line), on: machine) }
      #expect(questions > 3)
    }
  }

  @Test("of every phrase in the table have choices that are accepted and differ")
  func phrases() async throws {
    let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let table = try String(contentsOf: tests.appending(path: "BabyModelTests/Phrases/phrases.txt"), encoding: .utf8)
    try await Machine.withEva { machine in
      try machine.bbctl("child", "add", "Anna Lena", "--born", "2020-01-01")
      try machine.bbctl("child", "select", "Eva")
      var questions = 0
      for line in table.split(separator: "\n") where !line.hasPrefix("#") {
        guard let said = line.firstRange(of: " => ")?.lowerBound else { continue }
        questions += try Self.check(["log", String(line[..<said])], on: machine)
      }
      #expect(questions > 20)
    }
  }

  /// - Returns: 1 for a question, and 0 for any other line.
  private static func check(_ line: [String], on machine: Machine) throws -> Int {
    let run = try machine.bbctl(line + ["--dry-run"])
    let hints = run.errors.split(separator: "\n").compactMap { line in
      ["  Try: ", "   Or: "].lazy.compactMap { line.hasPrefix($0) ? String(line.dropFirst($0.count)) : nil }.first
    }
    guard run.status != 0, hints.count > 1 else { return 0 }
    #expect(!hints.contains { $0.contains(".000") }, "no person says milliseconds: \(hints)")
    var meant: Set<String> = []
    var accepted = 0
    for hint in hints {
      var arguments = Array(shellWords(hint).dropFirst())
      if !arguments.contains("--dry-run") { arguments.append("--dry-run") }
      let answer = try machine.bbctl(arguments + ["--json"])
      // Whether a timer is running does not matter for the phrase.
      if answer.status == 3 { continue }
      #expect(answer.status == 0, "\(line) → \(hint): \(answer.errors)")
      guard answer.status == 0 else { continue }
      let entry = try answer.json["entry"]
      let times = ["startLocal", "endLocal"].compactMap { entry?[$0]?.stringValue }
      let said = timeSaid(in: hint)
      if let said { #expect(times.contains { $0.hasPrefix(said) }, "\(line) → \(hint): \(times)") }
      // What is not said is filled in as of now, which goes on.
      let when = said == nil ? times.map { String($0.prefix(16)) } : times
      meant.insert((try answer.json["message"]?.stringValue ?? "") + when.joined())
      accepted += 1
    }
    #expect(meant.count == accepted, "\(line): \(hints)")
    return 1
  }
}

/// The date with a time that a command line says, as answers have it: "2026-11-20T10:00"
private func timeSaid(in line: String) -> String? {
  let shape = Array("dddd-dd-dd dd:dd")
  let letters = Array(line)
  for start in letters.indices where start + shape.count <= letters.count {
    let text = letters[start..<start + shape.count]
    let isTime = zip(text, shape).allSatisfy { letter, wanted in
      wanted == "d" ? letter.isNumber : wanted == " " ? " T".contains(letter) : letter == wanted
    }
    if isTime { return String(text).replacing(" ", with: "T") }
  }
  return nil
}

/// Splits a command line as a shell does, as far as hints need it.
func shellWords(_ line: String) -> [String] {
  var words: [String] = []
  var (word, isQuoted, isEscaped) = (String?.none, false, false)
  for character in line {
    if isEscaped {
      word = (word ?? "") + String(character)
      isEscaped = false
    } else if character == "'" {
      isQuoted.toggle()
      word = word ?? ""
    } else if character == "\\", !isQuoted {
      isEscaped = true
    } else if character == " ", !isQuoted {
      words += [word].compactMap(\.self)
      word = nil
    } else {
      word = (word ?? "") + String(character)
    }
  }
  return words + [word].compactMap(\.self)
}
