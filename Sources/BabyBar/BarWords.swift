import BabyClient
import BabyModel
import BabyProtocol

/// The words for what a bar shows.
struct BarWords {
  private let state: BarState
  private let layout: BarLayout

  init(_ state: BarState, _ layout: BarLayout) {
    self.state = state
    self.layout = layout
  }

  /// The default without a template: asleep or awake, and since when; the last feed, and the next side; what is due
  /// soon or overdue. Before it the child's name, if there are several, and after it its age.
  var all: [Segment] {
    if let trouble = state.trouble, trouble.isError, trouble.until != nil { return [self.trouble(trouble, 80)] }
    return [child].compactMap(\.self) + main
      + [pressing, medicine, age, state.trouble.map { self.trouble($0, 40) }].compactMap(\.self)
  }

  /// "Eva", where there are others.
  private var child: Segment? {
    guard state.hasSiblings, let name = state.dashboard?.child.name else { return nil }
    return Segment(ShownText.line(name, atMost: 24), .child)
  }

  private var main: [Segment] {
    switch state.activity {
    case .unknown: return [Segment(marked(Words.offline), .state, .warning)]
    case .noChild: return [Segment(Words.noChild, .state)]
    case .feeding: return [running, sleepBeside].compactMap(\.self)
    case .sleeping, .tummyTime, .activity, .awake:
      let rest = state.activity == .awake ? sleep.map { Segment($0, .state) } : running
      let known = [rest, feed, side].compactMap(\.self)
      if !known.isEmpty { return known }
      let others = [EntryKind.diaper, .tummyTime].compactMap { kind in
        since(kind).map { Segment($0, .state, .kind(kind)) }
      }
      return others.isEmpty ? [Segment(isAnythingLogged ? Words.nothingCounted : Words.nothingToday, .state)] : others
    }
  }

  /// Whether there is something that is not shown here, such as a bath or a note.
  private var isAnythingLogged: Bool {
    guard let dashboard = state.dashboard else { return false }
    return dashboard.lastNote != nil || dashboard.recentKinds?.isEmpty == false
  }

  /// A sleep that is running beside a feed.
  private var sleepBeside: Segment? {
    state.dashboard?.runningSleep == nil ? nil : sleep.map { Segment($0, .feed, .kind(.sleep)) }
  }

  /// "Feeding left 12m · right 4m"; nil if none runs.
  private var nursing: String? {
    guard case .feeding(let feeding)? = state.dashboard?.runningFeeding?.entry.content else { return nil }
    return withSymbol(.feeding, Words.nursing(feeding, now: state.now, layout.lengths.text))
  }

  /// "Sleeping 1h 04m", "Feeding left 12m", "Bath 12m"; nil when nothing is running.
  private var running: Segment? {
    if let nursing { return Segment(nursing, .state, .kind(.feeding)) }
    guard let entry = state.running?.entry else { return nil }
    let words = Words.running(entry.timer, for: layout.lengths.text(max(state.now - entry.start, .zero)))
    switch entry.kind {
    case .sleep: return Segment(withSymbol(.sleeping, words), .state, .kind(.sleep))
    case .tummyTime: return Segment(withSymbol(.tummyTime, words), .state, .kind(.tummyTime))
    case .feeding, .diaper, .note, .declared:
      return Segment(ShownText.line(words, atMost: 60), .state, .kind(entry.kind))
    }
  }

  /// "Fed 1h 25m ago"
  private var feed: Segment? {
    guard let length = length(.feeding) else { return nil }
    let words = layout.icons.symbol(.feeding).map { "\($0) \(length)" } ?? Words.fed(length)
    return Segment(words, .feed, .kind(.feeding))
  }

  /// "right next"
  private var side: Segment? {
    state.dashboard?.suggestedSide.map { Segment(Words.next($0), .side, .kind(.feeding)) }
  }

  /// "Feed 2h 15m", or the sign in the word's place.
  private func since(_ kind: EntryKind) -> String? {
    guard let length = length(kind) else { return nil }
    let symbol: Icons.Symbol? =
      switch kind {
      case .feeding: .feeding
      case .diaper: .diaper
      case .tummyTime: .tummyTime
      case .sleep, .note, .declared: nil
      }
    guard let symbol = symbol.flatMap(layout.icons.symbol) else { return Words.since(kind, length) }
    return "\(symbol) \(length)"
  }

  /// "Sleeping 1h 04m", "Awake 1h 10m"
  private var sleep: String? {
    guard let length = length(.sleep) else { return nil }
    if state.dashboard?.runningSleep != nil { return withSymbol(.sleeping, Words.running(.sleep, for: length)) }
    guard let symbol = layout.icons.symbol(.awake) else { return Words.awake(for: length) }
    return "\(symbol) \(length)"
  }

  /// What is due soon or overdue; only overdue items stand out.
  private var pressing: Segment? {
    guard state.urgency != .ok, let kind = state.due.first?.kind, let due else { return nil }
    return state.urgency == .overdue ? Segment(marked(due), .due, .danger) : Segment(due, .due, .kind(kind))
  }

  /// "Tylenol may be given again", for a while after that time: it need not be given, so it is never overdue.
  private var medicine: Segment? {
    let medicine = state.dashboard?.medicines?.first { medicine in
      medicine.next > medicine.last && (medicine.next..<medicine.next + Due.notice).contains(state.now)
    }
    return medicine.map { medicine in
      Segment(Words.mayBeGivenAgain(ShownText.line(medicine.name, atMost: 24)), .side, .kind(.declared(.medicine)))
    }
  }

  /// "Feed in 25m", "Feed overdue 10m"
  private var due: String? {
    guard let due = state.due.first else { return nil }
    return due.at <= state.now
      ? Words.overdue(due.kind, for: layout.lengths.text(state.now - due.at))
      : Words.due(due.kind, in: layout.lengths.text(due.at - state.now))
  }

  /// "Next nap 1:50–2:40 PM"
  private var next: String? {
    let lines = state.dashboard.map { DashboardLines($0, now: state.now) }
    return lines?.likelyNext.map { Words.title($0.kind) + " " + $0.span }
  }

  /// The age of the data if it may be outdated.
  private var age: Segment? {
    (state.isOffline ? offlineAge : synced).map { Segment(marked($0), .trouble, .warning) }
  }

  /// "as of 8:24 PM", while the daemon cannot be reached.
  var offlineAge: String? {
    guard let since = state.offlineSince, let dashboard = state.dashboard else { return nil }
    let records = [
      dashboard.runningSleep, dashboard.lastFeeding, dashboard.runningFeeding, dashboard.lastDiaper,
      dashboard.lastSleep,
      dashboard.runningTummyTime, dashboard.runningActivities?.first, dashboard.lastTummyTime, dashboard.lastNote,
    ].compactMap(\.self)
    guard let latest = records.max(by: { $0.entry.start < $1.entry.start }) else { return Words.offline }
    return Words.asOf(clock(LocalTime(since, near: latest, now: state.now), dashboard))
  }

  /// "synced 8:24 PM", while the family server cannot be reached.
  private var synced: String? {
    guard let connection = state.connection, connection.isStale, let dashboard = state.dashboard else { return nil }
    guard let at = connection.lastSyncedAt, let local = connection.lastSyncedLocal else { return Words.synced(nil) }
    return Words.synced(clock(LocalTime(local, at: at, now: state.now), dashboard))
  }

  private func clock(_ time: LocalTime, _ dashboard: DashboardGet.Answer) -> String {
    time.text(dashboard.timeFormat)
  }

  private func trouble(_ trouble: Trouble, _ limit: Int) -> Segment {
    Segment(
      marked(ShownText.line(trouble.text, atMost: limit)), .trouble, trouble.isError ? .danger : .warning)
  }

  /// Important texts have a sign and not only a colour, whichever icons are used.
  private func marked(_ words: String) -> String { "\(layout.icons.symbol(.trouble) ?? "!") \(words)" }

  private func length(_ kind: EntryKind) -> String? { state.elapsed(kind).map(layout.lengths.text) }

  private func withSymbol(_ symbol: Icons.Symbol, _ words: String) -> String {
    layout.icons.symbol(symbol).map { "\($0) \(words)" } ?? words
  }
}

extension BarWords {
  /// The segments of a field.
  func segments(of field: Field) -> [Segment] {
    field == .text ? all : [Segment(text(of: field), .state, tint(of: field))]
  }

  private func text(of field: Field) -> String { value(field) ?? "–" }

  private func tint(of field: Field) -> Tint? {
    switch field {
    case .sleep, .sleepTime: state.dashboard?.runningSleep != nil ? .kind(.sleep) : nil
    case .feed, .feedTime, .side: .kind(.feeding)
    case .diaper, .diaperTime: .kind(.diaper)
    case .tummy, .tummyTime: .kind(.tummyTime)
    case .due: state.urgency == .overdue ? .danger : state.due.first.map { .kind($0.kind) }
    case .age: .warning
    case .text, .child, .state, .next, .feeds, .amount, .diapers, .wet, .dirty, .today: nil
    }
  }

  private func value(_ field: Field) -> String? {
    let totals = state.dashboard?.today
    return switch field {
    case .text: nil
    case .child: state.dashboard.map { ShownText.line($0.child.name) }
    case .state: state.activity.rawValue
    case .sleep: sleep
    case .feed: nursing ?? since(.feeding)
    case .diaper: since(.diaper)
    case .tummy: state.activity == .tummyTime ? running?.words : since(.tummyTime)
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
    case .age: state.isOffline ? offlineAge ?? Words.offline : nil
    }
  }
}
