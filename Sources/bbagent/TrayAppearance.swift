import BabyClient
import BabyModel
import BabyProtocol

/// What the tray shows without a click, in the words of the bars and of `bbctl status`. It stays valid until the next
/// event of the daemon, except for running timers: they are counted in minutes, as in bars.
struct TrayAppearance: Hashable {
  var icon: TrayIcon
  /// Something waits for a person.
  var needsAttention: Bool
  /// Pango markup, lines.
  var tooltip: String

  init(_ view: FamilyView, now: Instant) {
    icon = view.dashboard?.runningSleep == nil ? .awake : .sleeping
    needsAttention = !view.errors.isEmpty
    tooltip = Self.lines(view, now).map { Markup.escape(SafeText.line($0)) }.joined(separator: "\n")
  }

  private static func lines(_ view: FamilyView, _ now: Instant) -> [String] {
    let news =
      [view.absence].compactMap(\.self) + view.errors.map(\.text) + connection(view)
      + view.reminders.map { $0.child.name + Words.separator + $0.text }
    guard let dashboard = view.dashboard else {
      return news.isEmpty ? [Words.noChild] : news
    }
    let words = DashboardLines(dashboard, now: Self.start(dashboard).map { now.snapped(to: $0) } ?? now)
    let doses = words.medicines.map { Words.line([$0.name, $0.text]) }
    return news + [dashboard.child.name] + words.running.map(words.running) + latest(dashboard) + due(dashboard)
      + doses + [today(dashboard)]
  }

  /// "Offline · Showing last known data (synced 9:02 PM)", "2 unsent"
  private static func connection(_ view: FamilyView) -> [String] {
    guard view.absence == nil, let connection = view.connection else { return [] }
    let dashboard = view.dashboard
    return [
      connection.warning(dashboard?.timeFormat ?? .twelveHour, today: dashboard?.day.date), connection.waiting,
    ].compactMap(\.self)
  }

  /// When it changes by itself; nil while nothing is running and no medicine is awaited.
  static func nextTurn(_ view: FamilyView, after now: Instant) -> Instant? {
    let minute = view.dashboard.flatMap(start).map { now < $0 ? $0 : now.snapped(to: $0) + .minutes(1) }
    let doses = (view.dashboard?.medicines ?? []).map(\.next).filter { $0 > now }
    return ([minute] + doses).compactMap(\.self).min()
  }

  /// The start of the running timer.
  private static func start(_ dashboard: DashboardGet.Answer) -> Instant? {
    DashboardLines(dashboard, now: .init(milliseconds: 0)).running.first?.entry.start
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
    return parts.isEmpty ? Words.nothingCounted : "Today: " + parts.joined(separator: Words.separator)
  }
}

/// The pictures of the tray item: a tile with a figure on it, which has its contrast on panels of any colour. Of icons
/// named symbolic not every tray makes the panel's text colour.
enum TrayIcon: Hashable, CaseIterable {
  case awake, sleeping

  /// The name in the icon theme.
  var name: String {
    switch self {
    case .awake: "babybasics-tray"
    case .sleeping: "babybasics-tray-sleeping"
    }
  }
}
