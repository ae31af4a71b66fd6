import BabyClient
import BabyModel
import BabyProtocol

/// What the tray shows without being clicked. Nothing in it runs with the clock: it stays true until the daemon tells
/// of a change.
struct TrayFace: Hashable {
  var icon: TrayIcon
  /// Something waits for a person.
  var needsAttention: Bool
  /// Pango markup, lines.
  var tooltip: String

  init(_ view: FamilyView) {
    icon = view.dashboard?.runningSleep == nil ? .awake : .sleeping
    needsAttention = !view.errors.isEmpty
    tooltip = Self.lines(view).map { Markup.escape(SafeText.line($0)) }.joined(separator: "\n")
  }

  private static func lines(_ view: FamilyView) -> [String] {
    let news =
      [view.absence].compactMap(\.self) + view.errors.map(\.text) + connection(view)
      + view.reminders.map { $0.child.name + Words.separator + $0.text }
    guard let dashboard = view.dashboard else {
      return news.isEmpty ? [Words.noChild] : news
    }
    return news + [dashboard.child.name] + running(dashboard) + latest(dashboard) + due(dashboard) + [today(dashboard)]
  }

  /// "Offline · Showing last known data (synced 9:02 PM)", "2 unsent"
  private static func connection(_ view: FamilyView) -> [String] {
    guard view.absence == nil, let connection = view.connection else { return [] }
    let dashboard = view.dashboard
    return [
      connection.warning(dashboard?.timeFormat ?? .twelveHour, today: dashboard?.day.date), connection.waiting,
    ].compactMap(\.self)
  }

  /// "Feeding left, begun 8:14 PM", "Feed paused, begun 8:14 PM", "Sleeping since 8:14 PM"
  private static func running(_ dashboard: DashboardGet.Answer) -> [String] {
    let feed = dashboard.runningFeeding.flatMap { record -> String? in
      guard let turn = record.entry.turn else { return nil }
      let words = turn.isPaused ? "Feed paused, begun" : "Feeding \(turn.side.rawValue), begun"
      return "\(words) \(record.startClock(in: dashboard))"
    }
    return [feed].compactMap(\.self)
      + [("Sleeping", dashboard.runningSleep), ("Tummy time", dashboard.runningTummyTime)].compactMap { words, record in
        record.map { "\(words) since \($0.startClock(in: dashboard))" }
      }
  }

  /// "Left breast · 15 min · 6:32 PM"
  private static func latest(_ dashboard: DashboardGet.Answer) -> [String] {
    [dashboard.lastFeeding, dashboard.lastDiaper, dashboard.lastSleep].compactMap { record in
      record.map { record in
        let note = Words.noteLine(record.entry)
        let parts = [Words.line(record.entry, units: dashboard.units), record.startClock(in: dashboard), note]
        return parts.compactMap(\.self).joined(separator: Words.separator)
      }
    }
  }

  /// "Feed due 11:20 PM"
  private static func due(_ dashboard: DashboardGet.Answer) -> [String] {
    let dues = [
      (EntryKind.feeding, dashboard.nextFeedingDue, dashboard.nextFeedingDueLocal),
      (.diaper, dashboard.nextDiaperDue, dashboard.nextDiaperDueLocal),
    ]
    return dues.compactMap { kind, due, local in
      guard let due, let local else { return nil }
      let time = LocalTime(local, at: due, now: due).local
      let clock = Words.dateTime(time, today: dashboard.day.date, format: dashboard.timeFormat)
      return "\(Words.title(kind)) due \(clock)"
    }
  }

  /// "Today: 6 feeds · 4 diapers · 3 sleeps"
  private static func today(_ dashboard: DashboardGet.Answer) -> String {
    let counts: [(Int, Words.Tally)] = [
      (dashboard.today.feedings, .feeds), (dashboard.today.diapers, .diapers), (dashboard.today.sleeps, .sleeps),
    ]
    let parts = counts.filter { $0.0 > 0 }.map { Words.count($0.0, $0.1) }
    return parts.isEmpty ? Words.nothingToday : "Today: " + parts.joined(separator: Words.separator)
  }
}

/// The pictures of the tray item.
enum TrayIcon: Hashable, CaseIterable {
  case awake, sleeping

  /// The name in the icon theme.
  var name: String {
    switch self {
    case .awake: "babybasics"
    case .sleeping: "babybasics-sleeping"
    }
  }
}
