// Reminders as the machines of a family share them: each as one short text.

extension CustomReminder {
  /// `09:00 2026-11-21T12:00:00.000Z Vitamin D`: a time of day or a number of milliseconds, the start, and the name.
  public var sharedText: String {
    let schedule =
      switch schedule {
      case .every(let interval): "\(interval.inMilliseconds)"
      case .daily(let time): "\(time)"
      }
    return "\(schedule) \(since.utcText) \(name)"
  }

  /// Nil if the text is not a reminder, or not one that could be created here.
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
  /// The state that is shared: snoozed or dismissed. Whether it was sent is local to each machine.
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

  /// The new mark of a rule after others have snoozed or dismissed an occasion, or have undone that.
  ///
  /// - Parameters:
  ///   - ours: the mark here; nil for none.
  ///   - theirs: nil where that was taken back.
  public static func merging(_ ours: ReminderMark?, with theirs: ReminderMark?) -> ReminderMark? {
    guard let ours else { return theirs }
    // A later occasion is known here: the state of an earlier one no longer matters.
    if let theirs, theirs.id != ours.id { return theirs.due < ours.due ? ours : theirs }
    var mark = ours
    (mark.snoozedUntil, mark.dismissedAt) = (theirs?.snoozedUntil, theirs?.dismissedAt)
    return mark
  }
}
