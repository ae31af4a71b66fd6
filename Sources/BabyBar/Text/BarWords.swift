import BabyClient
import BabyModel
import BabyProtocol

/// The words for what a bar shows.
struct BarWords {
  private let state: BarState
  private let look: Look

  init(_ state: BarState, _ look: Look) {
    self.state = state
    self.look = look
  }

  /// What is shown without a template, the most important first.
  var all: [String] {
    if let trouble = state.trouble, trouble.isError, trouble.until != nil { return [self.trouble(trouble)] }
    return main + [pressing, age].compactMap(\.self)
  }

  /// What is going on, else how long ago the last ones were.
  private var main: [String] {
    switch state.activity {
    case .unknown: return [Words.offline]
    case .noChild: return [Words.noChild]
    case .sleeping, .tummyTime: return [running].compactMap(\.self)
    case .awake:
      let times = [since(.feeding), since(.diaper), sleep].compactMap(\.self)
      return times.isEmpty ? [Words.nothingToday] : times
    }
  }

  /// "Sleeping 1h 04m"; nil when nothing is running.
  private var running: String? {
    guard let kind = state.running?.entry.kind, let length = length(kind) else { return nil }
    return signed(kind == .sleep ? .sleeping : .tummyTime, Words.running(kind, for: length))
  }

  /// "Feed 2h 15m", or the sign in the word's place.
  private func since(_ kind: EntryKind) -> String? {
    guard let length = length(kind) else { return nil }
    let sign: Icons.Sign? =
      switch kind {
      case .feeding: .feeding
      case .diaper: .diaper
      case .tummyTime: .tummyTime
      case .sleep, .note: nil
      }
    guard let sign = sign.flatMap(look.icons.sign) else { return Words.since(kind, length) }
    return "\(sign) \(length)"
  }

  /// "Sleeping 1h 04m", "Awake 1h 10m"
  private var sleep: String? {
    guard let length = length(.sleep) else { return nil }
    if state.activity == .sleeping { return signed(.sleeping, Words.running(.sleep, for: length)) }
    guard let sign = look.icons.sign(.awake) else { return Words.awake(for: length) }
    return "\(sign) \(length)"
  }

  /// What is due, when it is soon or overdue.
  private var pressing: String? { state.urgency == .ok ? nil : due }

  /// "Feed in 25m", "Feed overdue 10m"
  private var due: String? {
    guard let due = state.due.first else { return nil }
    return due.at <= state.now
      ? Words.overdue(due.kind, for: look.lengths.text(state.now - due.at))
      : Words.due(due.kind, in: look.lengths.text(due.at - state.now))
  }

  /// "Next nap 1:50–2:40 PM"
  private var next: String? {
    let lines = state.dashboard.map { DashboardLines($0, now: state.now) }
    return lines?.likelyNext.map { Words.title($0.kind) + " " + $0.span }
  }

  /// "as of 8:24 PM", while the daemon cannot be reached.
  var age: String? {
    guard let since = state.offlineSince, let dashboard = state.dashboard else { return nil }
    let records = [
      dashboard.runningSleep, dashboard.lastFeeding, dashboard.lastDiaper, dashboard.lastSleep,
      dashboard.runningTummyTime, dashboard.lastTummyTime, dashboard.lastNote,
    ].compactMap(\.self)
    guard let latest = records.max(by: { $0.entry.start < $1.entry.start }) else { return Words.offline }
    let time = LocalTime(since, near: latest, now: state.now)
    return Words.asOf(Words.dateTime(time.local, today: time.today, format: dashboard.timeFormat))
  }

  func trouble(_ trouble: Trouble) -> String {
    signed(.trouble, ShownText.line(trouble.text, atMost: 80))
  }

  private func length(_ kind: EntryKind) -> String? { state.elapsed(kind).map(look.lengths.text) }

  private func signed(_ sign: Icons.Sign, _ words: String) -> String {
    look.icons.sign(sign).map { "\($0) \(words)" } ?? words
  }
}

extension BarWords {
  /// What stands in a field's place.
  func text(of field: Field) -> String { value(field) ?? "–" }

  private func value(_ field: Field) -> String? {
    let totals = state.dashboard?.today
    return switch field {
    case .text: all.joined(separator: Words.separator)
    case .child: state.dashboard.map { ShownText.line($0.child.name) }
    case .state: state.activity.rawValue
    case .sleep: sleep
    case .feed: since(.feeding)
    case .diaper: since(.diaper)
    case .tummy: state.activity == .tummyTime ? running : since(.tummyTime)
    case .sleepTime: length(.sleep)
    case .feedTime: length(.feeding)
    case .diaperTime: length(.diaper)
    case .tummyTime: length(.tummyTime)
    case .due: due
    case .next: next
    case .side: state.dashboard?.suggestedSide.map(Words.title)
    case .feeds: totals.map { String($0.feedings) }
    case .amount:
      state.dashboard.map { Words.amount(milliliters: $0.today.feedingMl, in: $0.units) }
    case .diapers: totals.map { String($0.diapers) }
    case .wet: totals.map { String($0.wetDiapers) }
    case .dirty: totals.map { String($0.dirtyDiapers) }
    case .today: state.dashboard.map { DashboardLines($0, now: state.now).today }
    case .age: state.isOffline ? age ?? Words.offline : nil
    }
  }
}
