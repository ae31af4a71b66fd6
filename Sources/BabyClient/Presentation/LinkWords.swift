package import BabyModel
package import BabyProtocol

/// What a person is asked before a link is followed.
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
