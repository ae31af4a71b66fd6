// Reminders as the machines of a family share them: each as one short text.

extension CustomReminder {
  /// `09:00 2026-11-21T12:00:00.000Z Vitamin D`: at a time of day, or after so many milliseconds; from when on; its name.
  public var sharedText: String {
    let schedule =
      switch schedule {
      case .every(let interval): "\(interval.inMilliseconds)"
      case .daily(let time): "\(time)"
      }
    return "\(schedule) \(since.utcText) \(name)"
  }

  /// Nil for what is none, or none that anybody could have set here.
  public init?(sharedText text: String, id: Identifier<CustomReminder>, childID: ChildID) {
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, let since = Instant(rfc3339: parts[1]), Instant.plausible.contains(since) else {
      return nil
    }
    let schedule: ReminderSchedule
    if let time = TimeOfDay(parts[0]) {
      schedule = .daily(time)
    } else if let length = Int64(parts[0]), (0...Self.longest).contains(length) {
      schedule = .every(.milliseconds(length))
    } else {
      return nil
    }
    self.init(id: id, childID: childID, name: String(parts[2]), schedule: schedule, since: since)
    do { try validate() } catch { return nil }
  }

  private static let longest = ReminderSchedule.intervals.upperBound.inMilliseconds
}

extension ReminderMark {
  /// What others are to hear: that it was snoozed or dismissed. Being told is each machine's own.
  ///
  /// `feeding.<id of the feed> 2026-11-21T12:00:00.000Z snoozed 2026-11-21T12:15:00.000Z`; nil for nothing.
  public var sharedText: String? {
    if let dismissedAt { return "\(id) \(due.utcText) dismissed \(dismissedAt.utcText)" }
    return snoozedUntil.map { "\(id) \(due.utcText) snoozed \($0.utcText)" }
  }

  /// Nil for what says nothing that is known here.
  public init?(sharedText text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 4, !parts[0].isEmpty, let due = Instant(rfc3339: parts[1]),
      let at = Instant(rfc3339: parts[3]), Instant.plausible.contains(due), Instant.plausible.contains(at)
    else { return nil }
    self.init(id: String(parts[0]), due: due)
    switch parts[2] {
    case "snoozed": snoozedUntil = at
    case "dismissed": dismissedAt = at
    default: return nil
    }
  }

  /// What becomes of a rule's mark when others have snoozed or dismissed an occasion, or have taken that back.
  ///
  /// - Parameters:
  ///   - ours: the mark here; nil for none.
  ///   - theirs: nil where that was taken back.
  public static func merging(_ ours: ReminderMark?, with theirs: ReminderMark?) -> ReminderMark? {
    guard let ours else { return theirs }
    // A later occasion is known here: what became of an earlier one is over.
    if let theirs, theirs.id != ours.id { return theirs.due < ours.due ? ours : theirs }
    var mark = ours
    (mark.snoozedUntil, mark.dismissedAt) = (theirs?.snoozedUntil, theirs?.dismissedAt)
    return mark
  }
}
