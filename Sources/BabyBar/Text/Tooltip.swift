import BabyClient
import BabyModel
import BabyProtocol

/// What a bar says when the pointer rests on it: totals, the last of each kind, what is due, and how old it all is.
struct Tooltip {
  struct Line: Equatable {
    var text: String
    var isHeading = false
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

  /// How old what other caregivers have logged is, and what of this machine's they do not know yet.
  private mutating func add(_ connection: ConnectionRecord, _ state: BarState) {
    let format = state.dashboard?.timeFormat ?? .twelveHour
    if !state.isOffline, let warning = connection.warning(format, now: state.now) { add(warning) }
    if let waiting = connection.waiting { add(waiting) }
  }

  private mutating func add(_ text: String, isHeading: Bool = false) {
    lines.append(Line(text: ShownText.line(text, atMost: 240), isHeading: isHeading))
  }

  private mutating func add(_ dashboard: DashboardGet.Answer, _ state: BarState) {
    let words = DashboardLines(dashboard, now: state.now)
    add(dashboard.child.name, isHeading: true)
    for record in words.running { add(words.running(record)) }
    for kind in [EntryKind.feeding, .diaper, .sleep, .tummyTime] {
      guard let last = words.last(kind) else { continue }
      add(([Words.title(kind) + " " + last.when] + last.details).joined(separator: Words.separator))
    }
    for due in state.due { add(Words.next(due.kind) + " " + words.due(due.at, local: due.local)) }
    for (kind, text) in words.predictions { add(Words.title(kind) + " " + text) }
    add("Today: " + words.today)
  }

  private func age(_ state: BarState) -> String {
    [Words.offline, BarWords(state, Look()).age].compactMap(\.self).joined(separator: Words.separator)
  }

  /// The lines as a bar wants them; those for which there is no room are left out.
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

  /// For a bar that takes Pango markup.
  var pango: String {
    written { $0.isHeading ? "<b>" + Escaping.pango($0.text) + "</b>" : Escaping.pango($0.text) }
  }
}
