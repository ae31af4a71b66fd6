import BabyModel
import BabyProtocol
import Testing

@testable import BabyEngine

/// Eva was born on 1 May 2023. It is one in the afternoon in Berlin, on Tuesday, 14 November: she is 197 days old.
@Suite("A page for the doctor")
struct ReportTests {
  private func page(
    of log: Log, _ params: ReportGet.Params = .init(paper: .a4)
  ) async throws -> ReportGet.Answer { try await log.read { try $0.report(params) } }

  private func lines(_ log: Log, _ params: ReportGet.Params = .init()) async throws -> [String] {
    try Page(try await page(of: log, params).document).texts.map(\.words)
  }

  private func say(_ phrases: String..., in log: Log) async throws {
    for phrase in phrases { _ = try await log.write { try $0.logPhrase(.init(text: phrase)) } }
  }

  private func note(_ text: String, in log: Log, at: String? = nil) async throws {
    try await log.write { try $0.note(text, at: at) }
  }

  private func born(_ day: String, in log: Log) async throws {
    let born = try #require(LocalDate(day))
    try await log.write { _ = try $0.updateChild(ChildUpdate.Params(childID: "\(log.eva.id)", born: born)) }
  }

  private func log(_ kind: KindDeclaration, _ value: FieldValue, in log: Log, at start: Instant) async throws {
    let content = EntryContent.declared(kind, [value] + kind.fields.dropFirst().map { _ in nil })
    _ = try await log.machine.log(content, of: log.eva, at: start)
  }

  /// A log in which every list is longer than its place.
  private func full() async throws -> Log {
    let log = try await Log()
    let long = String(repeating: "W", count: 60)
    try await log.write {
      try $0.updateChild(ChildUpdate.Params(childID: "Eva", name: long, sex: .value(.female)))
    }
    for day in 0..<28 {
      let midnight = noon - .hours(24 * day + 13)
      for hour in 0..<12 {
        let feeding = Feeding(method: .bottle, amount: Volume(90.5, .milliliters), content: .formula)
        _ = try await log.machine.log(.feeding(feeding), of: log.eva, at: midnight + .hours(hour))
        _ = try await log.machine.log(.diaper(.both), of: log.eva, at: midnight + .hours(hour) + .minutes(20))
        _ = try await log.machine.log(
          .sleep, of: log.eva, at: midnight + .hours(hour) + .minutes(25), for: .minutes(30))
      }
      for kind in [KindDeclaration.medicine, .vaccine, .food, .milestone] {
        let name = FieldValue.text(long + String(repeating: "x", count: day))
        try await self.log(kind, name, in: log, at: midnight + .hours(8))
      }
      for (kind, value) in [(KindDeclaration.weight, 7), (.length, 66), (.head, 43), (.temperature, 39)] {
        let number = Double(value) + Double(day % 5) / 10
        try await self.log(kind, .quantity(number, unit: 0), in: log, at: midnight + .hours(9))
      }
      try await note(String(repeating: "why \(long) ", count: 90) + "?", in: log)
    }
    return log
  }

  @Test(
    "everything is inside the page, no text reaches into another, and all can be read",
    arguments: Paper.allCases, [14, 62])
  func fits(paper: Paper, days: Int) async throws {
    let full = try await full()
    try await born("2023-11-01", in: full)
    for log in [full, try await Log()] {
      let page = try Page(try await page(of: log, .init(days: days, paper: paper)).document)
      #expect(page.outside.isEmpty && page.overlaps.isEmpty)
      #expect(page.texts.allSatisfy { $0.size >= 6.5 })
      #expect(page.size == (paper == .a4 ? ["210mm", "297mm"] : ["8.5in", "11in"]))
    }
  }

  @Test("lists that are too long end with how many more there are")
  func cut() async throws {
    let lines = try await lines(try await full(), .init(days: 28, paper: .letter))
    #expect(lines.count { $0.firstMatch(of: /^and \d+ more$/) != nil } == 6)
  }

  @Test("an empty log says what is missing, and makes no number up")
  func empty() async throws {
    let lines = try await lines(try await Log())
    #expect(lines.contains("Nothing measured yet"))
    #expect(lines.count { $0 == "None logged" } == 6)
    #expect(lines.contains("2023-11-01 to 2023-11-14: entries on 0 of 14 days"))
    #expect(!lines.contains("Asleep"))
  }

  @Test("the numbers of a usual day are those of the charts' tables")
  func numbers() async throws {
    let log = try await full()
    let usual = try await log.read { reader in
      try [ChartKind.sleep, .feeds, .diapers].flatMap { kind in
        let table = try reader.chart(.init(chart: kind, days: 14)).chart.table
        return table.rows.filter { $0[0] == "Usual" || $0[0] == "Before" }.flatMap { Array($0.dropFirst()) }
      }
    }
    let html = try await page(of: log, .init(days: 14, format: .html)).document
    let cells = html.matches(of: /<tr><td>([^<]+)<\/td><td>([^<]+)<\/td><td>[^<]+<\/td><td>([^<]+)<\/td>/)
      .map { [String($0.1), String($0.2), String($0.3)] }
    let day = cells.prefix { $0[0] != "Dirty diapers" } + cells.filter { $0[0] == "Dirty diapers" }
    #expect(day.map { $0[0] }.contains("Asleep") && day.map { $0[0] }.contains("Formula"))
    for row in day { #expect(usual.contains(row[1]) && usual.contains(row[2]), "\(row)") }
  }

  @Test("fevers, medicines, vaccines, new foods, milestones and questions are listed, and nothing else is")
  func lists() async throws {
    let log = try await Log()
    try await say(
      "temperature 100.4F ear yesterday at 09:00", "temperature 37.9C yesterday at 10am", "medicine Vitamin D 1 drop",
      "medicine vitamin d 1 drop yesterday at 09:00", "medicine Vitamin D 2 drops 2 days ago at 09:00",
      "vaccine MMR dose 1 yesterday at 09:00", "milestone first smile social yesterday at 09:00",
      "food banana yesterday at 09:00", "food banana, egg liking loved", in: log)
    try await note("Is the rash bad?", in: log)
    try await note("slept well", in: log)
    let lines = try await lines(log)
    for line in [
      "2023-11-13 9:00 AM · 100.4 °F · ear", "Vitamin D · 1 drop · 3 times · on 3 of 14 days",
      "2023-11-13 · MMR · dose 1", "2023-11-13 · first smile · social", "2023-11-13 · banana",
      "2023-11-14 · egg · loved", "2023-11-14 · Is the rash bad?",
    ] { #expect(lines.contains(line), "\(line): \(lines)") }
    #expect(!lines.contains { $0.contains("37.9") || $0.contains("slept well") })
  }

  @Test("growth says the last value with its percentile and its change, and when the birth weight was regained")
  func growth() async throws {
    let log = try await Log()
    try await log.write { try $0.updateChild(ChildUpdate.Params(childID: "Eva", sex: .value(.female))) }
    try await say(
      "weight 3.2kg 2023-05-01 at 12pm", "weight 3.3kg 2023-05-11 at 12pm", "weight 7kg 14 days ago at 12pm",
      "weight 7.2kg today at 09:00", in: log)
    let lines = try await lines(log)
    #expect(lines.contains { $0.hasPrefix("Weight 7.2 kg · 2023-11-14 · ") && $0.hasSuffix("+100 g a week") })
    #expect(lines.contains("Birth weight 3200 g · Back at the birth weight by day 10"))
    #expect(lines.contains("Weight"))
  }

  @Test("since the visit is since the last day before today with a vaccine, a length or a head")
  func visit() async throws {
    let log = try await Log()
    try await say("head 42cm 20 days ago at 09:00", "vaccine MMR 10 days ago at 09:00", "length 66cm", in: log)
    let since = ReportGet.Params(isSinceVisit: true)
    #expect(try await page(of: log, since).title == "Sat, Nov 4 to today")
    #expect(try await lines(log, since).contains { $0.contains("since the visit of 2023-11-04") })

    let old = try await Log()
    try await say("head 42cm 100 days ago at 09:00", in: old)
    #expect(try await page(of: old, since).title == "Thu, Sep 14 to today", "62 days at most")
    let none = try await Log()
    #expect(try await page(of: none, since).title == "Wed, Nov 1 to today")
    #expect(try await lines(none, since).contains { $0.contains("as no visit was logged") })
  }

  @Test("diapers of the first two weeks stand beside the least number, and later ones do not")
  func newborn() async throws {
    let log = try await Log()
    #expect(try await lines(log).contains("at least") == false)
    try await born("2023-11-08", in: log)
    for _ in 0..<5 { try await say("wet yesterday at 09:00", in: log) }
    let document = try await page(of: log, .init(format: .html)).document
    let rows = document.matches(of: /<tr><td>(\d+|birth)<\/td>(.*)<\/tr>/).map { match in
      [String(match.1)] + match.2.matches(of: /<td>([^<]*)<\/td>/).map { String($0.1) }
    }
    #expect(rows.map { $0[1] }.first == "2023-11-14, so far")
    #expect(rows.map { $0[0] } == ["6", "5", "4", "3", "2", "1", "birth"])
    #expect(rows.map { $0[3] } == ["–", "5", "4", "3", "2", "1", "–"])
    #expect(rows.map { $0[5] } == ["–", "3", "3", "3", "2", "1", "–"])
    #expect(rows[1] == ["5", "2023-11-13", "5", "5", "0", "3"] && rows[2][2] == "–", "nothing logged is not none")
    #expect(document.contains("6 days old"))
  }

  @Test("names and notes are text and nothing else")
  func escaping() async throws {
    let log = try await Log()
    let script = "<script>alert(\"1\")</script> & 'so'?"
    try await log.write { try $0.updateChild(ChildUpdate.Params(childID: "Eva", name: "<b>&\"Eva\"")) }
    try await note(script, in: log)
    for format in ReportFormat.allCases {
      let document = try await page(of: log, .init(format: format)).document
      #expect(!document.contains("<b>") && !document.contains("<script"))
      #expect(document.contains("&lt;b&gt;&amp;&quot;Eva&quot;") && document.contains("&lt;script&gt;"))
    }
  }

  @Test("HTML needs no other file, its ids are unique, and its lists are whole")
  func html() async throws {
    let document = try await page(of: try await full(), .init(days: 28, format: .html)).document
    let ids = document.matches(of: /\sid="([^"]+)"/).map { String($0.1) }
    #expect(ids.count >= 6 && Set(ids).count == ids.count)
    #expect(document.matches(of: /(src|href|@import)/).isEmpty)
    #expect(document.matches(of: /39(\.\d)? °C/).count == 28)
    #expect(document.matches(of: /<svg\s/).count == document.matches(of: /<\/svg>/).count)
  }

  @Test("the paper follows the unit of weights, and more than 62 days are refused")
  func refused() async throws {
    let log = try await Log()
    #expect(try await page(of: log, .init()).document.contains("width=\"210mm\""))
    try await log.write { _ = try $0.setSetting("units.weight", to: "lb", child: nil) }
    #expect(try await page(of: log, .init()).document.contains("width=\"8.5in\""))
    await #expect(throws: BabyError.self) { try await page(of: log, .init(day: "2023-01..2023-10")) }
    await #expect(throws: BabyError.daysNotUnderstood("gibberish")) { try await page(of: log, .init(day: "gibberish")) }
  }
}

/// A page as it was drawn.
private struct Page {
  struct Text {
    let words: String
    let size: Double
    let (left, right, base): (Double, Double, Double)
  }

  let size: [String]
  let texts: [Text]
  /// What reaches over an edge.
  let outside: [String]

  init(_ svg: String) throws {
    let head = try #require(svg.firstMatch(of: /width="([^"]+)" height="([^"]+)" viewBox="0 0 ([\d.]+) ([\d.]+)"/))
    size = [String(head.1), String(head.2)]
    let (width, height) = (try #require(Double(head.3)), try #require(Double(head.4)))
    texts = try svg.matches(of: /<text x="([-\d.]+)" y="([-\d.]+)" font-size="([\d.]+)"([^>]*)>([^<]*)</).map { match in
      let (x, y, size) = (try #require(Double(match.1)), try #require(Double(match.2)), try #require(Double(match.3)))
      let words = Self.unescaped(String(match.5))
      let length = TextWidth.of(words, size: size, isBold: match.4.contains("bold"))
      let left = match.4.contains("\"end\"") ? x - length : match.4.contains("\"middle\"") ? x - length / 2 : x
      return Text(words: words, size: size, left: left, right: left + length, base: y)
    }
    var outside = texts.filter { text in
      text.left < 0 || text.right > width + 0.1 || text.base - text.size < 0 || text.base > height - 3
    }.map(\.words)
    for match in svg.matches(of: /<rect x="([-\d.]+)" y="([-\d.]+)" width="([-\d.]+)" height="([-\d.]+)"/) {
      let (x, y) = (try #require(Double(match.1)), try #require(Double(match.2)))
      let (w, h) = (try #require(Double(match.3)), try #require(Double(match.4)))
      if x < 0 || y < 0 || x + w > width + 0.02 || y + h > height + 0.02 { outside.append(String(match.0)) }
    }
    for match in svg.matches(of: /c?x[12]?="([-\d.]+)" c?y[12]?="([-\d.]+)"/) {
      let (x, y) = (try #require(Double(match.1)), try #require(Double(match.2)))
      if x < 0 || x > width || y < 0 || y > height { outside.append(String(match.0)) }
    }
    self.outside = outside
  }

  /// Texts that reach into each other.
  var overlaps: [[String]] {
    texts.indices.flatMap { first in
      texts[(first + 1)...].filter { other in
        let text = texts[first]
        return abs(text.base - other.base) < 0.7 * min(text.size, other.size) && text.left < other.right - 0.2
          && other.left < text.right - 0.2 && !text.words.isEmpty && !other.words.isEmpty
      }.map { [texts[first].words, $0.words] }
    }
  }

  private static func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
