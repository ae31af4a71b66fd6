import BabyClient
import BabyCommands
import BabyModel
import BabyProtocol

extension DashView {
  /// The cards of the kinds: how long ago the last one was, its details, and the day's count. Two in a row; tummy time,
  /// which not everybody logs, has a line of its own below them.
  func cards(_ dashboard: DashboardGet.Answer, perRow: Int, width: Int) -> DashScreen {
    let lines = DashboardLines(dashboard, now: now)
    let kinds = DashWords.kinds.map(\.kind)
    let cards = kinds.prefix(perRow == 5 ? 5 : 4)
    let own = width / perRow
    var screen = DashScreen()
    for start in stride(from: 0, to: cards.count, by: perRow) {
      if start > 0, state.rows >= 30 { screen.add() }
      var row = DashScreen()
      for (place, kind) in cards.dropFirst(start).prefix(perRow).enumerated() {
        row.append(card(kind, dashboard, lines, width: own - 1), at: place * own)
      }
      screen.append(row)
    }
    guard perRow < 5, state.rows >= 18 else { return screen }
    if state.rows >= 30 { screen.add() }
    let tummy = said(of: .tummyTime, dashboard, lines, isNarrow: width < 60)
    screen.add(
      line(
        [
          DashSpan("▌ ", .kind(.tummyTime)), DashSpan(Words.title(.tummyTime) + "  ", .kind(.tummyTime)),
          DashSpan(Words.line([tummy.since.text] + tummy.details), tummy.since.style),
        ], width: width), .card(.tummyTime), width: width)
    return screen
  }

  private func card(
    _ kind: EntryKind, _ dashboard: DashboardGet.Answer, _ lines: DashboardLines, width: Int
  ) -> DashScreen {
    let said = said(of: kind, dashboard, lines, isNarrow: width < 26)
    let today = dashboard.today.adding(lines.running, in: dashboard.day, until: now)
    let count = DashboardLines.counts(today, dashboard.units, of: [kind])
    let details = Words.line(said.details)
    var texts: [[DashSpan]]
    if state.rows < 20 {
      // What runs says what it is.
      let title = said.since.style == .active ? "" : Words.title(kind) + " "
      texts = [[DashSpan(title, .kind(kind)), said.since], [DashSpan(details)]]
    } else {
      texts = [[DashSpan(Words.title(kind), .kind(kind))], [said.since], [DashSpan(details)]]
      if state.rows >= 30 { texts.append([DashSpan(count.map { "today " + $0 } ?? "", .faint)]) }
    }
    var card = DashScreen()
    let edge = DashSpan(width < 20 ? "▌" : "▌ ", .kind(kind))
    for spans in texts {
      card.add(line([edge] + spans, width: width), .card(kind), width: width)
    }
    return card
  }

  /// When the last one was, or what runs, and what is known of it.
  ///
  /// - Parameter isNarrow: there is no room for a clock time.
  private func said(
    of kind: EntryKind, _ dashboard: DashboardGet.Answer, _ lines: DashboardLines, isNarrow: Bool
  ) -> (since: DashSpan, details: [String]) {
    let last = lines.last(kind, unless: state.family.account?.name)
    if let running = lines.running.first(where: { $0.entry.kind == kind }) {
      let side = kind == .feeding ? dashboard.suggestedSide.map { [Words.next($0)] } ?? [] : []
      let clock = "since " + running.startTime(now: now).text(dashboard.timeFormat)
      return (DashSpan(Words.running(running.entry, now: now), .active), [clock] + side)
    }
    guard let last else { return (DashSpan(DashWords.noneYet, .faint), []) }
    let details = kind == .note ? [last.note, last.author].compactMap(\.self) : last.details
    return (DashSpan(Words.line([last.ago] + (isNarrow ? [] : [last.clock]))), details)
  }

  /// What is due, what is likely and when medicines may be given again.
  func expected(_ dashboard: DashboardGet.Answer, width: Int) -> DashScreen {
    let lines = DashboardLines(dashboard, now: now)
    var rows = lines.upcoming.map { (title: Words.next($0.kind), style: Page.Style.kind($0.kind), text: $0.text) }
    rows += lines.predictions.map { (Words.title($0.kind), .kind($0.kind == .feeding ? .feeding : .sleep), $0.text) }
    rows += lines.medicines.map { (SafeText.line($0.name), .plain, $0.text) }
    let wide = min(rows.map(\.title.displayWidth).max() ?? 0, 20)
    var screen = DashScreen()
    if !rows.isEmpty, state.rows >= 30 { screen.add() }
    for row in rows.prefix(state.rows < 30 ? 2 : 5) {
      let title = [DashSpan("  "), DashSpan(row.title, row.style)].fitted(to: wide + 4)
      screen.add(line(title + [DashSpan(row.text)], width: width))
    }
    return screen
  }
}
