import BabyBar
import BabyClient
import BabyImport
import BabyModel
import BabyProtocol
import BabySocket
import BabyAccount

/// Something that reads what others have sent.
package struct EntryPoint: Sendable {
  package let name: String
  /// The smallest input, in whatever makes it long.
  package let size: Int
  /// Makes an input of a size, and gives the work on it.
  package let work: @Sendable (Int) -> () throws -> Void

  package init(_ name: String, _ size: Int, _ work: @escaping @Sendable (Int) -> () throws -> Void) {
    self.name = name
    self.size = size
    self.work = work
  }

  package static let all = json + wire + texts + lines + BarFormat.all.map { escaping($0.name, $0.escape) }

  /// What none of them may be: to show that the measure tells it from a line.
  package static let square = EntryPoint("pairs", 15) { count in
    let numbers = Array(0..<count)
    return { _ = numbers.reduce(0) { $0 &+ numbers.reduce($1, ^) } }
  }
}

extension EntryPoint {
  /// A number of different names, each long and decomposed.
  private static func names(_ count: Int) -> [String] {
    (0..<count).map { "e\u{301}\u{323}o\u{308}\u{304}\($0)" }
  }

  private static func object(_ count: Int) -> [UInt8] {
    Array("{\(names(count).map { "\"\($0)\":1" }.joined(separator: ","))}".utf8)
  }

  private static func list(of element: String, _ count: Int) -> String {
    "[" + Array(repeating: element, count: count).joined(separator: ",") + "]"
  }

  private static func quoted(_ piece: String, _ count: Int) -> String {
    "\"" + String(repeating: piece, count: count) + "\""
  }

  private static func parsing(_ text: @escaping @Sendable (Int) -> String) -> @Sendable (Int) -> () throws -> Void {
    { size in
      let bytes = Array(text(size).utf8)
      return { _ = try? JSON(parsing: bytes) }
    }
  }

  private static let json = [
    EntryPoint("JSON, names of one object", 128) { size in
      let bytes = object(size)
      return { _ = try JSON(parsing: bytes) }
    },
    EntryPoint("JSON, names of an object that has too many", 2_562) { size in
      let bytes = object(size)
      return { _ = try? JSON(parsing: bytes) }
    },
    EntryPoint("JSON, objects", 62, parsing { list(of: #"{"a":1,"b":{}}"#, $0) }),
    EntryPoint("JSON, empty objects", 625, parsing { list(of: "{}", $0) }),
    EntryPoint("JSON, letters of one string", 2_500, parsing { quoted("ü\u{301}", $0) }),
    EntryPoint("JSON, marks of one letter", 2_500, parsing { quoted("\u{301}\u{323}", $0) }),
    EntryPoint("JSON, escapes", 625, parsing { quoted("\\u00e9", $0) }),
    EntryPoint("JSON, digits of one number", 2_500, parsing { String(repeating: "7", count: $0) }),
    EntryPoint("JSON, digits of one fraction", 2_500, parsing { "0." + String(repeating: "7", count: $0) }),
    EntryPoint("JSON, spaces", 2_500, parsing { String(repeating: " ", count: $0) + "1" }),
    EntryPoint("JSON, brackets", 2_500, parsing { String(repeating: "[", count: $0) }),
  ]

  private static let wire = [
    EntryPoint("params, members", 16) { size in
      let members = [("kind", "feeding")] + names(size).map { ($0, JSON.integer(1)) }
      let object = JSON.object(JSONObject(members))
      return { _ = try? EntryLog.Params(strictly: object) }
    },
    EntryPoint("params, letters of one text", 2_500) { size in
      let object: JSON = ["childId": .string(String(repeating: "e\u{301}", count: size)), "kind": "feeding"]
      return { _ = try? EntryLog.Params(strictly: object) }
    },
    EntryPoint("params, elements of a list", 15) { size in
      let object: JSON = ["topics": .array(Array(repeating: "sleep", count: size))]
      return { _ = try ChangesWait.Params(strictly: object) }
    },
    EntryPoint("params, letters of a name that is not known", 2_500) { size in
      let object: JSON = ["kind": "feeding", String(repeating: "n\u{301}", count: size): 1]
      return { _ = try? EntryLog.Params(strictly: object) }
    },
    EntryPoint("a line's batch", 31) { size in
      let line = Array(list(of: #"{"jsonrpc":"2.0","id":1,"method":"m"}"#, size).utf8)
      return { _ = try RequestLine(parsing: line) }
    },
    EntryPoint("a queue's batches", 2) { size in
      let line = Array(list(of: #"{"jsonrpc":"2.0","method":"m"}"#, 250).utf8)
      return {
        var queue = CallQueue(limits: .standard)
        for _ in 0..<size { _ = queue.admit(line) }
        while queue.next() != nil { _ = queue.finish(.success([])) }
      }
    },
  ]

  private static let texts = [
    EntryPoint("the nearest name, letters", 250) { size in
      let name = String(repeating: "sleep.strt", count: size / 10)
      let known = allMethods.map { $0.name }
      return { _ = nearestName(to: name, among: known) }
    },
    EntryPoint("a time, letters", 250) { size in
      let text = String(repeating: "1 ", count: size / 2) + "ago"
      return { _ = TimeExpression(text) }
    },
    EntryPoint("a span, dashes", 250) { size in
      let texts = TimeTexts(at: String(repeating: "-", count: size))
      return { _ = try? texts.resolve(now: noon, zone: utc) }
    },
    EntryPoint("a length, units", 250) { size in
      let texts = TimeTexts(for: String(repeating: "1h", count: size / 2))
      return { _ = try? texts.resolve(now: noon, zone: utc) }
    },
    EntryPoint("a phrase, numbers", 60) { size in
      let text = String(repeating: "2026-1 ", count: size / 7)
      return { _ = PhraseReading(text, in: PhraseContext(units: .milliliters)) }
    },
    EntryPoint("a phrase, words", 60) { size in
      let text = String(repeating: "a half ", count: size / 7)
      return { _ = PhraseReading(text, in: PhraseContext(units: .milliliters)) }
    },
    EntryPoint("a phrase, children whose names it may say", 4) { size in
      let names = (0..<size).map { "left right \($0)" }
      let text = String(repeating: "left right ", count: 40)
      return { _ = PhraseReading(text, in: PhraseContext(units: .milliliters, children: names)) }
    },
    EntryPoint("a phrase that is too long", 2_500) { size in
      let text = String(repeating: "left ", count: size * 20 / 5)
      return { _ = PhraseReading(text, in: PhraseContext(units: .milliliters)) }
    },
    EntryPoint("a phrase, letters of its note", 2_500) { size in
      let text = "wet note " + String(repeating: "ü ", count: size / 3)
      return { _ = PhraseReading(text, in: PhraseContext(units: .milliliters)) }
    },
    EntryPoint("a note that may say something of its own", 60) { size in
      let text = String(repeating: "a 2 ft ", count: size / 7)
      return { _ = NoteReading(text, category: .food, child: "Eva") }
    },
    EntryPoint("a note, letters", 2_500) { size in
      let text = "weight 7 kg · " + String(repeating: "ü ", count: size / 3)
      return { _ = NoteReading(text, category: .growth, child: "Eva") }
    },
    EntryPoint("a link, percent signs", 250) { size in
      let text = "nestling://log/feed?amount=" + String(repeating: "%31", count: size / 3)
      return { _ = try? Link(parsing: text) }
    },
    EntryPoint("a link, parameters", 250) { size in
      let text = "nestling://log/feed?" + String(repeating: "a=1&", count: size / 4)
      return { _ = try? Link(parsing: text) }
    },
    EntryPoint("a search in a note of ASCII", 312) { size in
      let search = EntrySearch(String(repeating: "a", count: 60) + "b", units: .milliliters, zone: utc)
      let note = String(repeating: "a", count: size)
      return { _ = search.found(in: note) }
    },
    EntryPoint("a search in a note of other letters", 125) { size in
      let search = EntrySearch("hungrig ü", units: .milliliters, zone: utc)
      let note = String(repeating: "u\u{308}x", count: size)
      return { _ = search.found(in: note) }
    },
    EntryPoint("an excerpt, marks of one letter", 2_500) { size in
      let text = "e" + String(repeating: "\u{301}", count: size)
      return { _ = text.excerpt }
    },
  ]

  private static func escaping(_ bar: String, _ escape: @escaping @Sendable (String) -> String) -> EntryPoint {
    EntryPoint("escaping for \(bar)", 1_250) { size in
      let text = String(repeating: "%{#|\\<&", count: size / 8)
      return { _ = escape(text) }
    }
  }

  /// Feeds bytes as they come from a socket or a file.
  private static func inChunks(_ bytes: [UInt8], _ body: (ArraySlice<UInt8>) -> Void) {
    var rest = bytes[...]
    while !rest.isEmpty {
      body(rest.prefix(4096))
      rest = rest.dropFirst(4096)
    }
  }

  private static func framing(_ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String) -> EntryPoint {
    EntryPoint("a client's \(name)", size) { size in
      let bytes = Array(text(size).utf8)
      return {
        var framer = LineFramer()
        inChunks(bytes) { chunk in
          chunk.withUnsafeBytes { framer.append($0) }
          while framer.next() != nil {}
        }
      }
    }
  }

  private static func table(_ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String) -> EntryPoint {
    importing("a table's \(name)", size) { size in
      "Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text,Notes,Caregiver\n" + text(size)
    }
  }

  private static func importing(_ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String) -> EntryPoint
  {
    EntryPoint(name, size) { size in
      let bytes = Array(text(size).utf8)
      return {
        let target = ImportTarget(child: eva, zone: utc)
        var survey = ImportSurvey(format: nil, life: eva.born...utc.local(noon).date)
        survey.take(.file(name: ""))
        inChunks(bytes) { survey.take(.bytes(Array($0))) }
        survey.take(.end)
        let choices = ImportChoices(dateOrder: .monthDay, child: target)
        guard let found = try? survey.decisions(choices, children: [target], current: target) else { return }
        var session = ImportSession(
          format: nil, decisions: found.decisions, targets: found.targets, now: noon
        ) { _ in utc }
        _ = try? session.take(.file(name: ""))
        inChunks(bytes) { _ = try? session.take(.bytes(Array($0))) }
        repeat { _ = try? session.take(.end) } while session.hasMore
        session.finish()
      }
    }
  }

  private static func following(_ name: String, _ size: Int, _ text: @escaping @Sendable (Int) -> String) -> EntryPoint
  {
    EntryPoint("a server's \(name)", size) { size in
      let bytes = Array(text(size).utf8)
      return {
        var reader = EventReader()
        inChunks(bytes) { _ = try? reader.take($0) }
      }
    }
  }

  private static let lines = [
    following("events", 312) { String(repeating: "id: a\n\n", count: $0) },
    following("event of many lines", 312) { String(repeating: "id: a\r\n", count: $0) + "\n" },
    following("signs of life", 1_250) { String(repeating: ":\n\n", count: $0) },
    following("event that never ends", 2_500) { "id:" + String(repeating: " ", count: $0) },
    framing("lines", 1_250) { String(repeating: "{}\n", count: $0) },
    framing("empty lines", 2_500) { String(repeating: " \r\n", count: $0) },
    framing("one line", 12_500) { "{" + String(repeating: " ", count: $0) },
    table("lines", 250) { String(repeating: "a,b\r\n", count: $0) },
    importing("a wide table's short lines", 250) { size in
      "Date and Time,End Time,Duration (min),Activity,Quantity,Extra data,Text,Notes,Caregiver"
        + String(repeating: ",X", count: size) + "\n" + String(repeating: "a,b\r\n", count: size)
    },
    table("commas", 1_000) { String(repeating: ",", count: $0) },
    table("quotes that are left open", 250) { String(repeating: "\"a\n\"\"\n", count: $0) },
    table("one quote that is left open", 2_500) { "\"" + String(repeating: "a\n", count: $0) },
    // Held until the file's end.
    importing("a list's records", 250) { size in
      #"{"active_child":{},"baby_nappy":"# + list(of: #"{"date":1600000000,"type":"Wet"}"#, size) + "}"
    },
    EntryPoint("a bar's clicks", 125) { size in
      let bytes = Array(("[\n" + String(repeating: #",{"name":"babybasics","button":1}"# + "\n", count: size)).utf8)
      return {
        var buffer = LineBuffer()
        inChunks(bytes) { chunk in
          buffer.append(Array(chunk))
          while let line = buffer.next() { _ = ClickLine(line) }
        }
      }
    },
    EntryPoint("a bar's one line", 12_500) { size in
      let bytes = [UInt8](repeating: UInt8(ascii: ","), count: size) + [UInt8(ascii: "\n")]
      return {
        var buffer = LineBuffer()
        inChunks(bytes) { chunk in
          buffer.append(Array(chunk))
          while let line = buffer.next() { _ = ClickLine(line) }
        }
      }
    },
  ]

  private static let eva = Child(
    id: ChildID(high: 1, low: 1), name: "Eva", born: LocalDate(dayNumber: 18_000), zone: "UTC", createdAt: noon,
    updatedAt: noon)
  private static let noon = Instant(milliseconds: 1_606_000_000_000)
  private static let utc = ZoneRules(name: "UTC", initialOffset: 0, transitions: [])
}
