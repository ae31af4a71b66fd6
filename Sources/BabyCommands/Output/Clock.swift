import BabyModel
import BabyProtocol

/// Temporary words.
enum Clock {
  static func duration(_ duration: Duration) -> String {
    let minutes = max(0, duration.wholeMinutes)
    let (hours, rest) = (minutes / 60, minutes % 60)
    if hours == 0 { return "\(rest)m" }
    return rest == 0 ? "\(hours)h" : "\(hours)h \(rest < 10 ? "0" : "")\(rest)m"
  }

  static func duration(from start: Instant, to end: Instant) -> String { duration(end - start) }

  static func ago(_ instant: Instant, now: Instant) -> String {
    let passed = now - instant
    return passed < .minutes(1) ? "Just now" : duration(passed) + " ago"
  }

  static func noun(_ kind: EntryKind) -> String {
    switch kind {
    case .feeding: "feed"
    case .diaper: "diaper"
    case .sleep: "sleep"
    case .tummyTime: "tummy time"
    case .note: "note"
    }
  }

  static func label(_ kind: EntryKind) -> String {
    switch kind {
    case .feeding: "Feed"
    case .diaper: "Diaper"
    case .sleep: "Sleep"
    case .tummyTime: "Tummy"
    case .note: "Note"
    }
  }

  static func time(_ local: String, _ format: TimeFormat) -> String {
    let text = local.dropFirst(11).prefix(5)
    guard format == .twelveHour, let hour = Int(text.prefix(2)) else { return String(text) }
    return "\(hour % 12 == 0 ? 12 : hour % 12):\(text.suffix(2)) \(hour < 12 ? "AM" : "PM")"
  }

  static func times(_ record: EntryRecord, _ format: TimeFormat) -> String {
    time(record.startLocal, format) + (record.endLocal.map { "–" + time($0, format) } ?? "")
  }

  static func detail(_ record: EntryRecord, now: Instant) -> String {
    var parts: [String] = []
    let entry = record.entry
    switch entry.content {
    case .feeding(let feeding):
      switch (feeding.method, feeding.breasts, feeding.startedSide) {
      case (.breast, .both, _): parts.append("Both breasts")
      case (.breast, _, let side?): parts.append(side == .left ? "Left breast" : "Right breast")
      case (.breast, _, nil): parts.append("Breast")
      case (.bottle, _, _): parts.append("Bottle")
      case (.pumping, _, _): parts.append("Pumping")
      }
      if let amount = feeding.amount { parts.append("\(amount.value) \(amount.unit.rawValue)") }
    case .diaper(let type): parts.append(type.rawValue.prefix(1).uppercased() + type.rawValue.dropFirst())
    case .note(let category): if category != .general { parts.append(category.rawValue) }
    case .sleep, .tummyTime: break
    }
    if entry.isRunning { parts.append("running " + duration(now - entry.start)) }
    if let length = entry.duration { parts.append(duration(length)) }
    if let note = entry.note { parts.append(note) }
    return parts.joined(separator: " · ")
  }

  static func summary(_ record: EntryRecord, _ format: TimeFormat, now: Instant) -> String {
    [label(record.entry.kind), detail(record, now: now), times(record, format)].filter { !$0.isEmpty }
      .joined(separator: " · ")
  }
}
