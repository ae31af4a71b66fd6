import BabyClient
import BabyModel
import BabyProtocol

/// The tooltip of a bar: the last of each kind, upcoming and predicted events, totals, and the age of the data.
struct Tooltip {
  enum Line: Equatable {
    case heading(String)
    case text(String)
    /// Cells of a table, which continues on the next line.
    case row([String])

    /// The line without a table around it.
    var text: String {
      switch self {
      case .heading(let text), .text(let text): text
      case .row(let cells):
        cells.prefix(2).joined(separator: " ") + cells.dropFirst(2).map { Words.separator + $0 }.joined()
      }
    }
  }

  private(set) var lines: [Line] = []

  /// Bytes that a tooltip may take as it is written, so that a line of the bar stays below 4 KiB.
  static let longest = 2_200

  init(_ state: BarState) {
    if let trouble = state.trouble { add(trouble.text) }
    if let dashboard = state.dashboard { add(dashboard, state) }
    if state.activity == .noChild { add("bbctl child add NAME --born DATE") }
    if state.isOffline { add(age(state)) }
    if let reason = state.reason { add(reason) }
    if let connection = state.connection { add(connection, state) }
  }

  /// How old the other caregivers' entries are, and which of this machine's have not been sent to them.
  private mutating func add(_ connection: ConnectionRecord, _ state: BarState) {
    let format = state.dashboard?.timeFormat ?? .twelveHour
    if !state.isOffline, let warning = connection.warning(format, now: state.now) { add(warning) }
    if let waiting = connection.waiting { add(waiting) }
  }

  private mutating func add(_ text: String) { lines.append(.text(ShownText.line(text, atMost: 240))) }

  /// A name, its time, and its details.
  private mutating func add(_ name: String, _ when: [String], _ details: [String] = []) {
    let cells = [name] + when + (details.isEmpty ? [] : [details.joined(separator: Words.separator)])
    lines.append(.row(cells.map { ShownText.line($0, atMost: 160) }))
  }

  private mutating func add(_ dashboard: DashboardGet.Answer, _ state: BarState) {
    let words = DashboardLines(dashboard, now: state.now)
    lines.append(.heading(ShownText.line(dashboard.child.name)))
    for record in words.running { add(words.running(record)) }
    for kind in [EntryKind.feeding, .diaper, .sleep, .tummyTime] {
      guard let last = words.last(kind) else { continue }
      add(Words.title(kind), [last.ago, last.clock], last.details)
    }
    let expected =
      state.due.map { (Words.title($0.kind), words.due($0.at, local: $0.local)) }
      + words.predictions.map { (Words.title($0.kind), $0.text) } + words.medicines.map { ($0.name, $0.text) }
    if !expected.isEmpty { lines.append(.heading(Words.expected)) }
    for (name, when) in expected { add(name, [when]) }
    add("Today: " + words.today)
  }

  private func age(_ state: BarState) -> String {
    [Words.offline, BarWords(state, BarLayout()).offlineAge].compactMap(\.self).joined(separator: Words.separator)
  }

  /// The lines in the bar's format; lines that do not fit are left out.
  func written(_ write: (Line) -> String) -> String {
    var text = ""
    var room = Self.longest
    for line in lines {
      let written = (text.isEmpty ? "" : "\n") + write(line)
      // JSON takes two bytes for these.
      let doubled = written.utf8.count { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") || $0 < 0x20 }
      guard written.utf8.count + doubled <= room else { continue }
      room -= written.utf8.count + doubled
      text += written
    }
    return text
  }

  /// For a bar with Pango markup: rows are a table in a monospace font.
  var pango: String {
    let widths = columns
    return written { line in
      switch line {
      case .heading(let text): "<b>" + Markup.escape(text) + "</b>"
      case .text(let text): Markup.escape(text)
      case .row(let cells): "<tt>" + Markup.escape(Self.padded(cells, widths)) + "</tt>"
      }
    }
  }

  /// How wide the columns of the table are; the last cell of a row takes what it needs.
  private var columns: [Int] {
    var widths: [Int] = []
    for case .row(let cells) in lines {
      for (column, cell) in cells.dropLast().enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.displayWidth)
      }
    }
    return widths
  }

  private static func padded(_ cells: [String], _ widths: [Int]) -> String {
    let padded = zip(cells.dropLast(), widths).map { cell, width in
      cell + String(repeating: " ", count: max(0, width - cell.displayWidth))
    }
    return (padded + cells.suffix(1)).joined(separator: "  ")
  }
}
