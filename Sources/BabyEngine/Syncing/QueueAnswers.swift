import BabyModel
package import BabyProtocol
import BabyStore

extension LogbookReader {
  package func queueList(limit: Int, onItsWay: Int64?) throws -> QueueList.Answer {
    let counts = try queueCounts()
    let settings = try currentSettings()
    return QueueList.Answer(
      items: try queueItems(limit: limit).map {
        try queueRecord($0, isOnItsWay: $0.id == onItsWay, units: settings.units)
      }, unsent: counts.waiting, settings: counts.settings == 0 ? nil : counts.settings, failed: counts.failed,
      units: settings.units, timeFormat: settings.timeFormat)
  }

  private func queueRecord(_ item: QueuedChange, isOnItsWay: Bool, units: VolumeUnit) throws -> QueueItem {
    let child = try anyChild("\(item.childID)")
    let (id, entry, text, at): (String, EntryRecord?, String, Instant) =
      switch item.subject {
      case .entry(let entry):
        ("\(entry.id)", try record(entry, of: child), Words.queued(entry, units: units), entry.updatedAt)
      case .child(let child): ("\(child.id)", nil, child.name, child.updatedAt)
      }
    return QueueItem(
      id: id, child: ChildReference(child), entry: entry, text: text, state: isOnItsWay ? .sending : item.state,
      attempts: item.sends,
      nextAt: item.nextAt, reason: item.failure?.message, at: at)
  }

  package func inboxList(includingDismissed: Bool, limit: Int) throws -> InboxList.Answer {
    let settings = try currentSettings()
    let items = try inboxItems(includingDismissed: includingDismissed, limit: limit)
    return InboxList.Answer(
      items: try items.map { try inboxRecord($0) }, open: try openInboxCount(), units: settings.units,
      timeFormat: settings.timeFormat)
  }

  private func inboxRecord(_ item: InboxItem) throws -> InboxItemRecord {
    // For one that is no longer shared, the message comes after the child is gone.
    let child = try item.childID.flatMap { try transaction.child($0) }
    let zone = try child.map { try self.zone($0.zone) }
    return InboxItemRecord(
      id: Int(item.id), kind: item.kind, text: item.text, at: item.at,
      atLocal: zone.map { item.at.text(in: $0) } ?? item.at.utcText, child: child.map { ChildReference($0) },
      entry: try child.flatMap { child in
        try item.entryID.flatMap { try transaction.entry($0) }.map { try record($0, of: child) }
      },
      mine: try child.flatMap { child in try item.version.map { try record($0, of: child) } },
      isDismissed: item.isDismissed)
  }

  /// The settings for a list about several children: those of the caller's current child.
  private func currentSettings() throws -> Settings {
    do { return try settings(of: child(nil)) } catch let error as BabyError {
      guard case .noChild = error else { throw error }
      return Settings(family: [:], child: [:])
    }
  }

  /// More would not be read.
  private static let mostBanners = 20

  /// The banners of open matters: a log to be restored, and changes that could not be sent.
  package func standingBanners() throws -> [BannerRecord] {
    let lost = try transaction.succeedsDamaged ? [BannerRecord.lostLog(isResolved: false)] : []
    return try lost
      + queueItems(state: .failed, limit: Self.mostBanners).map {
        BannerRecord.failed($0.subject, wasRequested: false)
      }
  }
}

extension BannerRecord {
  /// A log was damaged, and another begun in its place.
  package static func lostLog(isResolved: Bool) -> BannerRecord {
    BannerRecord(
      id: "store.setAside", severity: .error, text: LostLogRecord.sentence + " See bbctl status.",
      isResolved: isResolved)
  }
}
