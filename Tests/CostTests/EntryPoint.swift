import BabyClient
import BabyModel
import BabyProtocol
import Testing

@testable import BabyBar
@testable import BabyImport
@testable import BabySocket

/// Something that reads what others have sent.
struct EntryPoint: Sendable, CustomTestStringConvertible {
  let name: String
  /// The smallest input, in whatever makes it long.
  let size: Int
  /// Makes an input of a size, and gives the work on it.
  let work: @Sendable (Int) -> () throws -> Void

  var testDescription: String { name }

  init(_ name: String, _ size: Int, _ work: @escaping @Sendable (Int) -> () throws -> Void) {
    self.name = name
    self.size = size
    self.work = work
  }

  static let all = json + wire + texts + lines
}

extension EntryPoint {
  /// So many different names of which each is long, and decomposed.
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
      return { for _ in 0..<10 { _ = try JSON(parsing: bytes) } }
    },
    EntryPoint("JSON, names of an object that has too many", 20_500) { size in
      let bytes = object(size)
      return { #expect(throws: JSONSyntaxError.self) { try JSON(parsing: bytes) } }
    },
    EntryPoint("JSON, objects", 500, parsing { list(of: #"{"a":1,"b":{}}"#, $0) }),
    EntryPoint("JSON, empty objects", 5_000, parsing { list(of: "{}", $0) }),
    EntryPoint("JSON, letters of one string", 20_000, parsing { quoted("ü\u{301}", $0) }),
    EntryPoint("JSON, marks of one letter", 20_000, parsing { quoted("\u{301}\u{323}", $0) }),
    EntryPoint("JSON, escapes", 5_000, parsing { quoted("\\u00e9", $0) }),
    EntryPoint("JSON, digits of one number", 20_000, parsing { String(repeating: "7", count: $0) }),
    EntryPoint("JSON, digits of one fraction", 20_000, parsing { "0." + String(repeating: "7", count: $0) }),
    EntryPoint("JSON, spaces", 20_000, parsing { String(repeating: " ", count: $0) + "1" }),
    EntryPoint("JSON, brackets", 20_000, parsing { String(repeating: "[", count: $0) }),
  ]

  private static let wire = [
    EntryPoint("params, members", 128) { size in
      let members = names(size).map { ($0, JSON.integer(1)) }
      let object = JSON.object(JSONObject(members))
      return { for _ in 0..<20 { _ = try? FeedingLog.Params(strictly: object) } }
    },
    EntryPoint("params, letters of one text", 20_000) { size in
      let object: JSON = ["childId": .string(String(repeating: "e\u{301}", count: size))]
      return { for _ in 0..<1000 { _ = try? FeedingLog.Params(strictly: object) } }
    },
    EntryPoint("params, elements of a list", 120) { size in
      let object: JSON = ["topics": .array(Array(repeating: "sleep", count: size))]
      return { for _ in 0..<20 { _ = try ChangesWait.Params(strictly: object) } }
    },
    EntryPoint("params, letters of a name that is not known", 20_000) { size in
      let object: JSON = [String(repeating: "n\u{301}", count: size): 1]
      return { for _ in 0..<100 { _ = try? FeedingLog.Params(strictly: object) } }
    },
    EntryPoint("a line's batch", 250) { size in
      let line = Array(list(of: #"{"jsonrpc":"2.0","id":1,"method":"m"}"#, size).utf8)
      return { _ = try RequestLine(parsing: line) }
    },
    EntryPoint("a queue's batches", 20) { size in
      let line = Array(list(of: #"{"jsonrpc":"2.0","method":"m"}"#, 250).utf8)
      return {
        var queue = CallQueue(limits: SocketLimits())
        for _ in 0..<size { _ = queue.admit(line) }
        while queue.next() != nil { _ = queue.finish(.success([])) }
      }
    },
  ]

  private static let texts = [
    EntryPoint("the nearest name, letters", 2_000) { size in
      let name = String(repeating: "sleep.strt", count: size / 10)
      let known = allMethods.map { $0.name }
      return { for _ in 0..<100 { _ = nearestName(to: name, among: known) } }
    },
    EntryPoint("a time, letters", 2_000) { size in
      let text = String(repeating: "1 ", count: size / 2) + "ago"
      return { for _ in 0..<100 { _ = TimeExpression(text) } }
    },
    EntryPoint("a span, dashes", 2_000) { size in
      let texts = TimeTexts(at: String(repeating: "-", count: size))
      return { for _ in 0..<100 { _ = try? texts.resolve(now: noon, zone: utc) } }
    },
    EntryPoint("a length, units", 2_000) { size in
      let texts = TimeTexts(for: String(repeating: "1h", count: size / 2))
      return { for _ in 0..<100 { _ = try? texts.resolve(now: noon, zone: utc) } }
    },
    EntryPoint("a link, percent signs", 2_000) { size in
      let text = "nestling://log/feed?amount=" + String(repeating: "%31", count: size / 3)
      return { for _ in 0..<100 { _ = try? Link(parsing: text) } }
    },
    EntryPoint("a link, parameters", 2_000) { size in
      let text = "nestling://log/feed?" + String(repeating: "a=1&", count: size / 4)
      return { for _ in 0..<100 { _ = try? Link(parsing: text) } }
    },
    EntryPoint("a search in a note of ASCII", 2_500) { size in
      let search = EntrySearch(String(repeating: "a", count: 60) + "b", units: .milliliters, zone: utc)
      let note = String(repeating: "a", count: size)
      return { _ = search.found(in: note) }
    },
    EntryPoint("a search in a note of other letters", 1_000) { size in
      let search = EntrySearch("hungrig ü", units: .milliliters, zone: utc)
      let note = String(repeating: "u\u{308}x", count: size)
      return { _ = search.found(in: note) }
    },
    EntryPoint("an excerpt, marks of one letter", 20_000) { size in
      let text = "e" + String(repeating: "\u{301}", count: size)
      return { for _ in 0..<1000 { _ = text.excerpt } }
    },
    escaping("Pango", Escaping.pango), escaping("polybar", Escaping.polybar), escaping("tmux", Escaping.tmux),
    escaping("Argos", Escaping.argos),
  ]

  private static func escaping(_ bar: String, _ escape: @escaping @Sendable (String) -> String) -> EntryPoint {
    EntryPoint("escaping for \(bar)", 10_000) { size in
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
    EntryPoint("a table's \(name)", size) { size in
      let bytes = Array(text(size).utf8)
      return {
        var reader = CSVReader()
        inChunks(bytes) { _ = reader.consume($0) }
        _ = reader.finish()
      }
    }
  }

  private static let lines = [
    framing("lines", 10_000) { String(repeating: "{}\n", count: $0) },
    framing("empty lines", 20_000) { String(repeating: " \r\n", count: $0) },
    framing("one line", 100_000) { "{" + String(repeating: " ", count: $0) },
    table("lines", 2_000) { String(repeating: "a,b\r\n", count: $0) },
    table("commas", 8_000) { String(repeating: ",", count: $0) },
    table("quotes that are left open", 2_000) { String(repeating: "\"a\n\"\"\n", count: $0) },
    table("one quote that is left open", 20_000) { "\"" + String(repeating: "a\n", count: $0) },
    EntryPoint("a bar's clicks", 1_000) { size in
      let bytes = Array(("[\n" + String(repeating: #",{"name":"babybasics","button":1}"# + "\n", count: size)).utf8)
      return {
        var buffer = LineBuffer()
        inChunks(bytes) { chunk in
          buffer.append(Array(chunk))
          while let line = buffer.next() { _ = ClickLine(line) }
        }
      }
    },
    EntryPoint("a bar's one line", 100_000) { size in
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

  private static let noon = Instant(milliseconds: 1_606_000_000_000)
  private static let utc = ZoneRules(name: "UTC", initialOffset: 0, transitions: [])
}
