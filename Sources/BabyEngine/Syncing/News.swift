import BabyModel
import BabyStore

/// The news in a page of changes for the person at the machine.
struct PageNews {
  /// The account's name; nil for no news at all.
  private let me: String?
  /// The account's name with its number, for each child that it shares with a namesake.
  private let shown: [ChildID: String]
  /// Whether nothing is news, because this is the first time that anything is fetched.
  let isFirst: Bool
  private let isResyncing: Bool
  /// Entries of others to announce one by one.
  private(set) var logged: [Entry] = []
  /// Entries of others that were added long after they happened, such as an import's: they are announced together.
  private(set) var backfilled: [Entry] = []
  /// Timers of this account that another person has cancelled, as they were.
  private(set) var takenBack: [Entry] = []
  /// Entries that run or have an end, and that this machine has not seen on the server before.
  private(set) var arrived: [Entry] = []
  private(set) var hasDeletions = false

  init(for me: String?, shownAs shown: [ChildID: String], isFirst: Bool, isResyncing: Bool) {
    self.me = me
    self.shown = shown
    self.isFirst = isFirst
    self.isResyncing = isResyncing
  }

  /// - Parameters:
  ///   - now: as the entry is here now.
  ///   - theirs: as it came.
  ///   - before: as it was here; nil for a new one.
  ///   - wasOnServer: whether it was here, and as far as this machine knew on the server too.
  ///   - isOfKnown: whether its child was in sight before.
  mutating func note(_ now: Entry, theirs: Entry, before: Entry?, wasOnServer: Bool, isOfKnown: Bool) {
    guard let me = name(in: theirs.childID) else { return }
    if let before, before.author == me, !isResyncing, before.isTakenBack(by: theirs) { takenBack.append(before) }
    if let before, before.deletedAt == nil, now.deletedAt != nil { hasDeletions = true }
    guard !isFirst, isOfKnown, now.deletedAt == nil else { return }
    if !wasOnServer, !isResyncing, now.isRunning || now.end != nil { arrived.append(now) }
    guard before == nil, let author = theirs.author, !PersonName.isAuthor(author, shownAs: me) else { return }
    if theirs.isBackfilled { backfilled.append(theirs) } else { logged.append(theirs) }
  }

  /// The author that the account's own entries of a child have; nil for no news at all.
  ///
  /// A server without `shownAs` does not distinguish accounts with the same name. Then the account's own entries from
  /// another machine may be reported as news, but no other person's entries are missed.
  func name(in child: ChildID) -> String? { me.map { shown[child] ?? $0 } }
}

extension SyncWriter {
  func tell(of news: PageNews) throws {
    for entry in news.logged {
      try transaction.addToInbox(
        .remote, entry: entry.id, child: entry.childID, text: Words.remote(entry, isNew: true))
    }
    if news.hasDeletions { try transaction.dropNewsOfDeleted(Words.added(by:_:)) }
    for (place, entries) in Dictionary(grouping: news.backfilled, by: { BackfillPlace($0) }) {
      guard let person = place.person, let first = entries.min(by: { $0.createdAt < $1.createdAt }) else { continue }
      try transaction.notifyOfBackfill(first, by: person, Words.added(by:_:))
    }
    for entry in news.arrived { try takeBackTwin(of: entry, me: news.name(in: entry.childID)) }
    try news.takenBack.forEach(notifyOfUndoneTimer)
  }

  /// Puts a lost timer into its author's inbox, as it was.
  private func notifyOfUndoneTimer(_ timer: Entry) throws {
    guard try read.outboxRows(of: timer.id).isEmpty else { return }
    let text =
      if let kept = try read.running(timer.timer, child: timer.childID), kept.start <= timer.start {
        Words.startedTwice(timer.timer)
      } else if try ended(like: timer) != nil {
        Words.stoppedElsewhere(timer.timer)
      } else {
        Words.takenBack(timer.timer)
      }
    try transaction.addToInbox(.conflict, entry: timer.id, child: timer.childID, text: text, version: timer)
  }

  // MARK: A timer that was started twice and stopped once

  /// Cancels a running timer if the new entry shows that it was started on two machines and stopped on one. Only the
  /// accounts that logged one of the two do so; other machines wait for them.
  private func takeBackTwin(of arrived: Entry, me: String?) throws {
    // It may have been undone since it was merged.
    guard let entry = try read.entry(arrived.id), entry.deletedAt == nil, try mayWrite(to: entry.childID) else {
      return
    }
    let running = try entry.isRunning ? entry : read.running(entry.timer, child: entry.childID)
    let ended = try entry.isRunning ? self.ended(like: entry) : entry
    guard let running, let ended, running.isStill(ended),
      [running, ended].contains(where: { $0.author == nil || $0.author == me })
    else { return }
    let text = Words.stoppedElsewhere(running.timer)
    guard let known = try read.outboxRows(of: running.id).isEmpty ? running : read.remoteEntry(running.id) else {
      return try giveWay(running, text: text)
    }
    try transaction.overrule(known, with: takenBack(running, hasNote: running.note != nil))
    try transaction.resolveFailures(of: running.id)
    try transaction.addToInbox(
      .conflict, entry: running.id, child: running.childID, text: text, version: running)
  }

  /// The entry that records the same event as a timer, if that was started on another machine too and stopped there.
  private func ended(like timer: Entry) throws -> Entry? {
    let starts = (timer.start - EntryLimits.longest)...(timer.start + EntryLimits.clockDifference)
    let candidates = try read.storedEntries(child: timer.childID, in: starts, limit: Self.mostCandidates)
    return candidates.first { timer.isStill($0.entry) }?.entry
  }

  /// More than is logged in a day.
  private static var mostCandidates: Int { 1000 }
}

/// Groups entries that are announced together: by author and child.
private struct BackfillPlace: Hashable {
  let person: String?
  let child: ChildID

  init(_ entry: Entry) { (person, child) = (entry.author.map(PersonName.bringer), entry.childID) }
}

extension Entry {
  /// Whether another person has ended or deleted a timer that was started and never stopped.
  fileprivate func isTakenBack(by theirs: Entry) -> Bool {
    guard deletedAt == nil, end == nil, isRunning || endUnknown else { return false }
    return theirs.deletedAt != nil || (isRunning && !theirs.isRunning && theirs.end == nil)
  }
}
