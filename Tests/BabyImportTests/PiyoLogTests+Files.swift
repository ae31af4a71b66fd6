import BabyModel
import Testing

@testable import BabyImport

extension PiyoLogTests {
  @Test("each child has the days under its name; an unknown name is asked about")
  func children() throws {
    let text = day("10:00   おしっこ") + "\n2020/2/25(火)\nTom (0歳2か月7日)\n\n10:00   うんち\n"
    let result = try importing(text, children: [eva, tom])
    #expect(result.entries.map(\.childID) == [eva.id, tom.id])
    let asked = try BabyImportTests.importing(pieces: [[.bytes(Array(text.utf8))]]).decisions
    #expect(asked.questions.map(\.option) == ["child"])
  }

  /// A baby has no name in its first weeks.
  @Test("a renamed baby is one child, on confirmation and if the names do not overlap in time")
  func renamed() throws {
    func month(_ name: String, _ date: String, age: String = "0歳2か月7日") -> String {
      day("10:00   おしっこ", date: date).replacing("Eva (0歳2か月7日)", with: "\(name) (\(age))")
    }
    func read(_ texts: [String], children: [Child] = [eva]) throws -> (
      batch: ImportBatch, summary: ImportSummary, decisions: ImportDecisions
    ) {
      try BabyImportTests.importing(
        pieces: texts.map { [.bytes(Array($0.utf8))] }, children: children, zone: Self.tokyo,
        choices: ImportChoices(child: ImportTarget(child: children[0], zone: Self.tokyo)))
    }
    let texts = [month("ベビー", "2020/2/25(火)"), month("Eva", "2020/3/2(月)", age: "0歳2か月13日")]
    for files in [texts, [texts.joined(separator: "\n")]] {
      let result = try read(files)
      #expect(result.summary.badRows == [])
      #expect(result.batch.rows.map(\.entry.childID) == [eva.id, eva.id])
      #expect(
        result.decisions.made.contains {
          $0.subject == "Child" && $0.reason == "the names do not overlap in time, as after a renaming"
        })
    }
    // Two on one day are two children, and so are two of another age, and one who is here by that name.
    let twins = try read([texts[0], month("Eva", "2020/2/25(火)")])
    #expect(twins.summary.badRows.map(\.reason) == ["is about another child"])
    let siblings = try read([month("Max", "2020/2/25(火)", age: "2歳2か月7日"), texts[1]])
    #expect(siblings.summary.badRows.map(\.reason) == ["is about another child"])
    let known = try read([month("Tom", "2020/2/25(火)"), texts[1]], children: [eva, tom])
    #expect(known.summary.badRows.map(\.reason) == ["is about another child"])
    // Without a word of the person, it is asked.
    let open = try BabyImportTests.importing(pieces: texts.map { [.bytes(Array($0.utf8))] }, zone: Self.tokyo)
    #expect(open.decisions.questions.map(\.option) == ["child"])
  }

  @Test("a day without a readable date only affects its own rows, each with its line")
  func unreadableDates() throws {
    let text = day("10:00   おしっこ", date: "2020/2/30(日)") + "\n2020/2/25(火)\nEva (0歳2か月7日)\n\n10:00   うんち\n"
    let result = try importing(text)
    #expect(result.entries.map(\.content) == [.diaper(.dirty)])
    #expect(
      result.summary.badRows
        == [3, 6].map {
          ImportRemark(line: $0, reason: "has a value that cannot be read in the column “date”")
        })
  }

  @Test("text before any date is reported")
  func beforeDates() throws {
    let result = try importing("【ぴよログ】2020年2月\n10:00   おしっこ\n----------\n2020/2/25(火)\nEva (0歳2か月7日)\n10:00   うんち\n")
    #expect(result.entries.map(\.content) == [.diaper(.dirty)])
    #expect(result.summary.badRows.map(\.line) == [2])
  }

  @Test("reading a longer text again gives the same ids, also after a correction")
  func again() throws {
    let first = try importing(day("10:00   ミルク 100ml", "11:00   寝る"))
    let later = try importing(
      day("09:00   おしっこ", "10:00   ミルク 120ml   多め", "11:00   寝る", "12:00   起きる (1時間0分)"))
    #expect(Array(later.entries.map(\.id).dropFirst()) == first.entries.map(\.id))
  }

  @Test("a note that is longer than allowed is refused, however long it is, and affects nothing else")
  func longNotes() throws {
    let line = String(repeating: "あ", count: 5000)
    let result = try importing(day("10:00   メモ   a", line, line, line, line, line, "11:00   おしっこ"))
    #expect(result.entries.map(\.content) == [.diaper(.wet)])
    #expect(result.summary.badRows.map(\.line) == [6])
  }
}
