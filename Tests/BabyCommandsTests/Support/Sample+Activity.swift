import BabyModel
import BabyProtocol

extension Sample {
  /// Since the bottle, others have logged and changed something, one has joined, and the reader has deleted a nap.
  ///
  /// - Parameters:
  ///   - person: who logged most.
  ///   - isNew: nothing was done, and older changes are no longer kept.
  ///   - isSaid: whether the start was given.
  static func activity(people person: String = "Ben", isNew: Bool = false, isSaid: Bool = false) -> ActivityList.Answer
  {
    let since = bottle.entry.start
    var removed = nap
    removed.entry.deletedAt = now
    func share(_ person: String?, isYou: Bool = false) -> ActivityShareRecord {
      ActivityShareRecord(
        person: person, isYou: isYou, feeds: 0, pumpings: 0, diapers: 0, sleeps: 0, tummyTimes: 0, notes: 0, others: 0,
        changed: 0, deleted: 0)
    }
    func member(_ action: MemberEvent.Action, as role: Role, byYou: Bool = false) -> ActivityMemberRecord {
      ActivityMemberRecord(
        action: action, person: person, role: role, byYou: byYou, at: since, atLocal: since.text(in: zone))
    }
    let members = [member(.role, as: .viewer, byYou: true), member(.joined, as: .caregiver)]
    var (theirs, unknown, own) = (share(person), share(nil), share(nil, isYou: true))
    (theirs.feeds, theirs.diapers, theirs.others, unknown.changed) = (1, 1, 1, 1)
    (own.sleeps, own.deleted) = (1, 1)
    let items = [
      ActivityItemRecord(action: .logged, person: person, entry: wetDiaper),
      ActivityItemRecord(action: .logged, isYou: true, entry: night),
      ActivityItemRecord(action: .logged, person: person, changer: "Omar", entry: leftBreast),
      ActivityItemRecord(action: .deleted, isYou: true, entry: removed),
      ActivityItemRecord(action: .changed, entry: lastNight),
    ]
    return ActivityList.Answer(
      child: child, units: .milliliters, timeFormat: .twelveHour, theme: .init(), since: since,
      sinceLocal: since.text(in: zone), anchor: isNew || isSaid ? nil : bottle, isShortened: isNew,
      people: isNew ? [] : [theirs, unknown, own], items: isNew ? [] : items, leftOut: isNew ? nil : 1,
      members: isNew ? nil : members,
      running: isNew ? [] : [night])
  }
}
