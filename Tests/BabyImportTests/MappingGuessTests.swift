import BabyModel
import BabyProtocol
import Testing

@testable import BabyImport

/// A guess is for a person to check; used unchanged, it loses nothing, and clear values are right.
@Suite("A guessed map")
struct MappingGuessTests {
  private func guess(_ table: String, name: String = "a.csv", chunk: Int = 65_536) throws -> MapGuess {
    var guess = MapGuess()
    guess.take(.file(name: name))
    let bytes = Array(table.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      guess.take(.bytes(Array(bytes[start..<min(start + chunk, bytes.count)])))
    }
    guess.take(.end)
    return guess
  }

  /// The map, once it is known that its text says the same.
  private func map(_ table: String) throws -> ColumnMap {
    let guess = try guess(table)
    let tree = try guess.tree()
    #expect(try SmallYAML.tree(guess.text()) == tree)
    return try ColumnMap(tree)
  }

  private static let strange = """
    Beginn;Ende;Was;Art;Menge (ml);Seite;Wer;Bemerkung;Stimmung
    25.02.2020 08:00;25.02.2020 08:15;Stillen;;;links;Anna;;
    25.02.2020 09:00;;Windel;nass;;;Ben;;
    25.02.2020 10:00;;Windel;beides;;;Ben;viel;gut
    25.02.2020 11:00;;Flasche;;120,5;;Anna;;
    25.02.2020 12:00;25.02.2020 13:30;Schlaf;;;;;;müde
    25.02.2020 15:00;;Krabbeln;;;;;drei Meter;
    25.02.2020 16:00;;WINDEL;Nass;;;;;
    """

  @Test("of a German table with semicolons can be used as it is")
  func german() throws {
    let read = try importing(Self.strange, map: try map(Self.strange), choices: ImportChoices())
    #expect(read.decisions.questions == [])
    #expect(read.summary.badRows == [])
    #expect(
      read.entries.map(\.content) == [
        .feeding(Feeding(method: .breast, startedSide: .left, breasts: .one)), .diaper(.wet), .diaper(.both),
        .feeding(Feeding(method: .bottle, amount: Volume(120.5, .milliliters))), .sleep, .note(.general), .diaper(.wet),
      ])
    #expect(
      read.entries.map(\.note) == [
        nil, nil, "viel · Stimmung gut", nil, "Stimmung müde", "Krabbeln · drei Meter", nil,
      ])
    #expect(read.entries.map(\.author) == ["Anna", "Ben", "Ben", "Anna", nil, nil, nil])
    #expect(read.entries[0].duration == .minutes(15) && read.entries[4].duration == .minutes(90))
  }

  @Test("of Spanish and French tables")
  func otherLanguages() throws {
    let spanish = try map(
      "Fecha,Hora,Hasta,Actividad,Nota\n25/02/2020,08:00,09:00,Siesta,\n26/02/2020,09:00,,Pañal sucio,\n")
    #expect(spanish.columns[.date] == ["Fecha"] && spanish.columns[.start] == ["Hora"])
    #expect(spanish.columns[.end] == ["Hasta"] && spanish.columns[.kind] == ["Actividad"])
    #expect(spanish.words["siesta"]?.meaning == .entry(.sleep, []))
    #expect(spanish.words["pañal sucio"]?.meaning == .entry(.diaper, [.init("type", .word("dirty"))]))
    let french = try map(
      "Début,Fin,Type,Quantité,Durée,Remarque\n2020-02-25 08:00,2020-02-25 08:10,Biberon,90,0:10,\n")
    #expect(french.columns[.start] == ["Début"] && french.columns[.end] == ["Fin"])
    #expect(french.columns[.amount] == ["Quantité"] && french.columns[.duration] == ["Durée"])
    #expect(french.lengths == .hoursAndMinutes)
    #expect(french.words["biberon"]?.meaning == .entry(.feeding, [.init("method", .word("bottle"))]))
  }

  @Test("of a table without a kind, which a title may contain")
  func every() throws {
    let sleeps = try map("Sleep start,Sleep end\n2020-02-25 08:00,2020-02-25 09:00\n")
    #expect(sleeps.every == .entry(.sleep, []))
    #expect(sleeps.columns == [.start: ["Sleep start"], .end: ["Sleep end"]])
    let nothing = try map("When,Number\n2020-02-25 08:00,12\n")
    #expect(nothing.every == .entry(.note, []))
  }

  @Test("lists unknown words as notes, and asks about a plain feed or diaper")
  func unknownWords() throws {
    let table =
      "When,What\n2020-02-25 08:00,Feed\n2020-02-25 09:00,Diaper\n2020-02-25 10:00,Zumba\n2020-02-25 11:00,Nap\n"
    let text = try guess(table).text()
    #expect(text.contains("\n  \"Feed\": note  # how? "))
    #expect(text.contains("\n  \"Diaper\": note  # wet, dirty or both?"))
    #expect(text.contains("\n  \"Zumba\": note  # unknown word; choose a kind, note or skip"))
    #expect(text.contains("\n  \"Nap\": sleep\n"))
    let read = try importing(table, map: try map(table))
    #expect(read.entries.map(\.kind) == [.note, .note, .note, .sleep])
    #expect(read.entries.map(\.note) == ["Feed", "Diaper", "Zumba", "Nap"])
  }

  @Test("keeps names and free text as they are")
  func quoting() throws {
    let table =
      "\"When: #1 \"\"x\"\"\",\"Wh\\at\",\"R\u{200f}e\u{7f}m\u{85}ark\"\n2020-02-25 08:00,nap \\ # \u{1b}[1m,a\n"
    let map = try map(table)
    #expect(map.columns[.start] == ["When: #1 \"x\""])
    let text = try guess(table).text()
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{200f}" || $0 == "\u{7f}" })
    #expect(try importing(table, map: map).entries.count == 1)
  }

  @Test("is not made of known formats, of other data, or of nothing")
  func refusals() throws {
    func refusal(_ text: String) throws -> String? {
      let guess = try guess(text)
      do throws(BabyError) {
        _ = try guess.text()
        return nil
      } catch {
        return if case .importInvalid(let sentence) = error { sentence } else { nil }
      }
    }
    #expect(try refusal(header + "\n") == "This is a file of Baby Connect, which needs no map: import it.")
    #expect(
      try refusal("{\"a\": [1]}") == "The file has no table. A map describes the columns of a CSV file.")
    #expect(try refusal("") == "The file has no table. A map describes the columns of a CSV file.")
    #expect(try refusal("a,b\n") == "The table has no rows to guess from.")
  }

  @Test("looks at the first of several tables, at its first rows, and at as many columns as a map can name")
  func bounds() throws {
    var guess = MapGuess()
    for name in ["known.csv", "a.csv", "b.csv"] {
      guess.take(.file(name: name))
      switch name {
      case "known.csv": guess.take(.bytes(Array((header + "\n").utf8)))
      case "a.csv": guess.take(.bytes(Array("When,What\n2020-02-25 08:00,Nap\n".utf8)))
      default: guess.take(.bytes(Array("Other,Table\n1,2\n".utf8)))
      }
      guess.take(.end)
    }
    #expect(try ColumnMap(guess.tree()).columns[.start] == ["When"])

    let wide = "When,What," + (0..<10_000).map { _ in "Same" }.joined(separator: ",")
    let row = "2020-02-25 08:00,Nap" + String(repeating: ",x", count: 10_000)
    let map = try map(([wide] + Array(repeating: row, count: 300)).joined(separator: "\n"))
    #expect(map.names == ["When", "What", "Same"])
    let titles = (0..<10_000).map { "T\($0)" }.joined(separator: ",")
    let many = try self.map("When,What,\(titles)\n\(row)\n")
    #expect(many.names.count == ColumnMap.mostColumns)

    var long = "When,What\n"
    for number in 0..<5000 { long += "2020-02-25 08:00,word \(number)\n" }
    let words = try self.guess(long)
    #expect(words.isEnough)
    // Too many different words are not kinds.
    #expect(try words.tree()["words"] == nil)
  }

  @Test("uses rows that lack fields at their end")
  func shortRows() throws {
    #expect(try map("When,What,Remark\n2020-02-25 08:00,Nap\n").columns[.start] == ["When"])
  }

  @Test("in chunks of any size", arguments: [1, 13])
  func chunks(size: Int) throws {
    #expect(try guess(Self.strange, chunk: size).text() == guess(Self.strange).text())
  }
}
