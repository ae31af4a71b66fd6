import BabyClient
import BabyCommands
import BabyModel
import BabyProtocol

/// What the terminal app shows: a screen for a state, a size and a moment.
///
/// From top to bottom: how the child is, what needs attention, the cards or a sheet, the day as a band, its entries, and the
/// keys. In a wide terminal the entries stand to the right of the rest. What matters less is left out first.
struct DashView {
  let state: DashState
  let now: Instant

  init(_ state: DashState, now: Instant) { (self.state, self.now) = (state, now) }

  /// The widths from which on there is room for two columns, and for five cards in a row.
  private static let (twoColumns, fiveCards) = (139, 115)

  var columns: Int { state.columns }

  /// As many lines as the terminal has rows, none wider than the terminal.
  func screen() -> DashScreen {
    var top = head
    let room = max(0, state.rows - 1 - min(top.height, state.rows - 1))
    top.append(body(columns: columns, rows: room).filled(to: room))
    var whole = top.cropped(from: 0, height: max(0, state.rows - 1))
    whole.append(foot)
    return whole
  }

  // MARK: Head and foot

  private var head: DashScreen {
    var head = DashScreen()
    guard let dashboard = state.dashboard else {
      for line in waiting { head.add(line) }
      return head
    }
    let lines = DashboardLines(dashboard, now: now)
    let standing = lines.running.first.map { lines.running($0) } ?? lines.awake
    head.add(
      line([
        DashSpan(dashboard.child.name, .strong), standing.map { DashSpan(Words.separator + $0, .active) },
      ]))
    let most = state.rows < 20 ? 1 : 4
    for problem in problems(dashboard, lines).prefix(most) { head.add(line([problem])) }
    if state.rows >= 18 { head.add(line([DashSpan(lines.today, .faint)])) }
    if state.rows >= 30 { head.add() }
    return head
  }

  /// What is shown while nothing is known of a child.
  private var waiting: [[DashSpan]] {
    switch state.family.reachability {
    case .awaited: [[DashSpan(DashWords.loading, .faint)]]
    case .live: waiting(DashWords.noChild, .plain, hint: ErrorCode.noChild.hint)
    case .lost(let reason, _): waiting(reason.message, .severity(.warning), hint: reason.hint)
    }
  }

  private func waiting(_ text: String, _ style: Page.Style, hint: String) -> [[DashSpan]] {
    [line([DashSpan(text, style)]), line([DashSpan("  Try: " + hint, .faint)])]
  }

  /// The most urgent one first.
  private func problems(_ dashboard: DashboardGet.Answer, _ lines: DashboardLines) -> [DashSpan] {
    var problems: [DashSpan] = []
    if state.family.loss != nil { problems.append(DashSpan(Words.offlineWithData, .severity(.warning))) }
    if let warning = state.family.sync?.connection.warning(dashboard.timeFormat, now: now) {
      problems.append(DashSpan(warning, .severity(.warning)))
    }
    if let trouble = state.family.trouble(at: now) {
      problems.append(DashSpan(trouble.text, .severity(trouble.isError ? .error : .warning)))
    }
    if let last = lines.lastBeforeLongTime {
      problems.append(DashSpan(Words.nothingSince(last.local.date, today: last.today), .severity(.warning)))
    }
    problems += lines.overdue.map { DashSpan($0.text, .overdue) }
    problems += state.family.reminders.filter { $0.kind == .custom }.map { DashSpan($0.text, .severity(.warning)) }
    return problems
  }

  /// Safe text that fits the width.
  func line(_ spans: [DashSpan?], width: Int? = nil) -> [DashSpan] {
    spans.compactMap(\.self).map { DashSpan(SafeText.line($0.text), $0.style) }.cut(to: width ?? columns)
  }

  private var foot: DashScreen {
    var foot = DashScreen()
    switch state.mode {
    case .question(let question): foot.add(line([DashSpan(question.text, .strong)]))
    case .search(let text):
      let typed = line([DashSpan(DashWords.search, .strong), DashSpan(text)], width: columns - 1)
      foot.add(typed)
      foot.placeCursor(at: typed.width)
    case .sheet(let sheet):
      if sheet.isBusy {
        foot.add(DashSpan(DashWords.sending, .faint))
      } else {
        foot.hints(DashWords.sheetHints, columns)
      }
    case .home, .help:
      if let message = state.message {
        foot.add(line([DashSpan(message.text, message.style)]))
      } else {
        foot.hints(columns < 60 ? DashWords.narrowHints : DashWords.hints, columns)
      }
    }
    return foot
  }

  // MARK: Body

  private func body(columns: Int, rows: Int) -> DashScreen {
    if case .help = state.mode { return help }
    guard let dashboard = state.dashboard, rows > 0 else { return DashScreen() }
    let isWide = columns >= Self.twoColumns
    let width = isWide ? columns * 3 / 5 : columns
    var upper = DashScreen()
    if case .sheet(let sheet) = state.mode {
      upper = self.sheet(sheet, width: width, rows: rows)
    } else {
      upper = cards(dashboard, perRow: width >= Self.fiveCards && !isWide ? 5 : 2, width: width)
      if state.rows >= 24 { upper.append(expected(dashboard, width: width)) }
    }
    if state.rows >= 24 { upper.add() }
    let band = band(width: width)
    if upper.height + band.height + (isWide ? 0 : 3) <= rows {
      upper.append(band)
      if state.rows >= 30 { upper.add() }
    }
    if isWide {
      var both = upper.filled(to: rows)
      both.append(timeline(width: columns - width - 2, rows: rows), at: width + 2)
      return both
    }
    upper.append(timeline(width: width, rows: rows - upper.height))
    return upper
  }

  private var help: DashScreen {
    var help = DashScreen()
    for (keys, text) in DashWords.help {
      let label = [DashSpan("  "), DashSpan(keys, .strong)].fitted(to: 14)
      help.add(line(label + [DashSpan(text)]))
    }
    return help
  }

  /// The day as a picture, up to the current minute.
  private func band(width: Int) -> DashScreen {
    var screen = DashScreen()
    guard let chart = state.chart?.chart, let band = chart.bands.first?.moved(to: now) else { return screen }
    let cells = BandCells(band, width: width - 2)
    for runs in [cells.feeds, cells.band, cells.diapers] {
      screen.add([DashSpan(" ")] + runs.map { DashSpan($0.text, $0.look.style) })
    }
    if state.rows >= 20 { screen.add(DashSpan(" " + BandCells.axis(chart.ticks, width: width - 2), .faint)) }
    return screen
  }

  /// Its entries, newest first; those around the selected one if not all fit.
  private func timeline(width: Int, rows: Int) -> DashScreen {
    var screen = DashScreen()
    guard rows > 1, let dashboard = state.dashboard, let date = state.date else { return screen }
    let heading = state.query.map(DashWords.found) ?? Words.dayHeading(date, today: dashboard.day.date)
    guard let entries = state.entries else {
      screen.add(line([DashSpan(heading, .strong), DashSpan(" " + DashWords.loading, .faint)], width: width))
      return screen
    }
    let isToday = state.query == nil && state.daysBack == 0
    var count: String?
    if state.query != nil {
      count = DashWords.found(entries.entries.count, isCut: entries.nextCursor != nil)
    } else if !isToday {
      count = entries.totals.flatMap { DashboardLines.counts($0, entries.units) }
    }
    screen.add(
      line([DashSpan(heading, .strong), count.map { DashSpan(Words.separator + $0, .faint) }], width: width))
    let shown = entries.entries
    if shown.isEmpty { screen.add(DashSpan("  " + (isToday ? Words.nothingToday : Words.noEvents), .faint)) }
    let place = shown.firstIndex { $0.entry.id == state.selection } ?? 0
    let first = max(0, min(place - (rows - 1) / 2, shown.count - (rows - 1)))
    let visible = shown[first..<min(first + rows - 1, shown.count)]
    let spans = visible.map { SafeText.line(span(of: $0, entries)) }
    let wide = spans.map(\.displayWidth).max() ?? 0
    for (record, span) in zip(visible, spans) {
      screen.add(row(of: record, span, wide, entries, width: width), .entry(record.entry.id), width: width)
    }
    return screen
  }

  /// When it was; on a day's page without the day.
  private func span(of record: EntryRecord, _ entries: TimelineList.Answer) -> String {
    let began = record.startTime(now: now).local.date
    guard state.query == nil, began == entries.day?.date else { return record.span(entries.timeFormat, now: now) }
    return record.clockSpan(entries.timeFormat, now: now)
  }

  private func row(
    of record: EntryRecord, _ span: String, _ wide: Int, _ entries: TimelineList.Answer, width: Int
  ) -> [DashSpan] {
    let isSelected = record.entry.id == state.selection
    let measures = MeasureUnits(weight: entries.weightUnit, temperature: entries.temperatureUnit)
    let author = record.by(unless: state.family.account?.name)
    let gap = String(repeating: " ", count: wide - span.displayWidth + 2)
    return line(
      [
        DashSpan(isSelected ? "▸ " : "  ", .active), DashSpan(span + gap, isSelected ? .strong : .plain),
        DashSpan(record.line(entries.units, measures, now: now), .kind(record.entry.kind)),
        author.map { DashSpan("  " + $0, .faint) },
      ], width: width)
  }
}

extension DashScreen {
  /// Adds a line with what keys do, as many as fit; a press on one is the key.
  fileprivate mutating func hints(_ hints: [DashWords.Hint], _ columns: Int) {
    var spans: [DashSpan] = []
    var areas: [(Range<Int>, DashTarget)] = []
    for (key, name, label) in hints {
      let start = spans.width + (spans.isEmpty ? 0 : 2)
      let end = start + name.displayWidth + 1 + label.displayWidth
      guard end <= columns else { continue }
      if !spans.isEmpty { spans.append(DashSpan("  ")) }
      spans += [DashSpan(name, .strong), DashSpan(" " + label, .faint)]
      if let key { areas.append((start..<end, .key(key))) }
    }
    add(spans)
    for (columns, target) in areas { mark(columns, target) }
  }
}

extension ChartBand {
  /// The band as it looks at a later moment of its day: what runs has grown, and what was likely may be past.
  fileprivate func moved(to now: Instant) -> ChartBand {
    guard self.now != nil, now > day.start, now < day.end else { return self }
    var band = self
    let (passed, whole) = (now.milliseconds - day.start.milliseconds, day.end.milliseconds - day.start.milliseconds)
    let place = Double(passed) / Double(whole) * length
    band.now = place
    band.marks = marks.compactMap { mark in
      var mark = mark
      if mark.state == .running { mark.to = max(mark.from, place) }
      return mark.state == .likely && mark.to < place ? nil : mark
    }
    return band
  }
}

extension BandCells.Look {
  fileprivate var style: Page.Style {
    switch self {
    case .empty: .plain
    case .kind(let kind): .kind(kind)
    case .pale(let kind): .pale(kind)
    case .faint: .faint
    case .currentTime: .active
    }
  }
}
