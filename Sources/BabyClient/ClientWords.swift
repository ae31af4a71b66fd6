package import BabyModel
package import BabyProtocol

/// The questions before a link is followed.
package enum LinkWords {
  /// "Log this? Bottle · 120 ml · 9:35 PM · Eva"
  package static func line(_ link: Link, about shown: EntryAnswer, now: Instant) -> String {
    question(link) + " " + details(link, about: shown, now: now)
  }

  /// "Log this?"
  package static func question(_ link: Link) -> String {
    switch link {
    case .startSleep: "Start a sleep?"
    case .stopSleep: "End this sleep?"
    default: "Log this?"
    }
  }

  /// "Bottle · 120 ml · 9:35 PM · Eva"
  ///
  /// - Parameter shown: the rehearsal's answer.
  package static func details(_ link: Link, about shown: EntryAnswer, now: Instant) -> String {
    let what = link == .startSleep ? [] : [shown.entry.line(now: now)]
    let parts = what + [shown.entry.span(shown.timeFormat, now: now), shown.child.name]
    return Words.line(parts)
  }

  /// The command that does what a link asks for.
  package static func command(for link: Link) -> String {
    switch link {
    case .logFeeding(let amount?, let unit):
      "bbctl feed bottle \(Words.decimalText(amount, places: 3))\(unit?.rawValue ?? "")"
    case .logFeeding(nil, _): "bbctl feed"
    case .logDiaper(let type): ["bbctl diaper", type?.rawValue].compactMap(\.self).joined(separator: " ")
    case .logTummyTime(let duration?):
      duration.components.seconds % 60 == 0
        ? "bbctl tummy \(duration.wholeMinutes)m" : "bbctl tummy \(duration.components.seconds)s"
    case .logTummyTime(nil): "bbctl tummy"
    case .startSleep: "bbctl sleep start"
    case .stopSleep: "bbctl sleep stop"
    case .say(let text): "bbctl log \(text.shellQuoted)"
    case .open(.history): "bbctl history"
    case .open(.settings): "bbctl settings"
    case .open: "bbctl status"
    }
  }
}

/// Texts about the connection to the family server, for every client. All are nil while everything works.
extension ConnectionRecord {
  /// "Offline · Showing last known data (synced 9:02 PM)"
  package func warning(_ format: TimeFormat, now: Instant) -> String? {
    warning(format, today: syncedTime(now: now)?.today)
  }

  /// The same, for a caller that knows the day but not the time.
  package func warning(_ format: TimeFormat, today: LocalDate?) -> String? {
    guard let text else { return nil }
    let synced = lastSyncedAt.flatMap { syncedTime(now: $0)?.local }
    return Words.stale(text, synced: synced.map { Words.dateTime($0, today: today ?? $0.date, format: format) })
  }

  /// "2 unsent · 1 failed"
  package var waiting: String? {
    let parts = (unsent > 0 ? [Words.unsent(unsent)] : []) + (failed > 0 ? [Words.failed(failed)] : [])
    return parts.isEmpty ? nil : Words.line(parts)
  }

  private func syncedTime(now: Instant) -> LocalTime? {
    guard let lastSyncedAt, let lastSyncedLocal else { return nil }
    return LocalTime(lastSyncedLocal, at: lastSyncedAt, now: now)
  }
}
