package import BabyModel
package import BabyProtocol

/// Banners about changes on their way to the family server (BabyBasics, app shell: network errors).
extension BannerRecord {
  /// "Saved" after a requested retry.
  private static let savedSeconds = 2
  /// Items of the inbox: problems with the clock, lost permissions.
  private static let inboxSeconds = 60

  /// A lost permission; the inbox keeps it.
  package static func about(_ news: ShareNews) -> BannerRecord {
    BannerRecord(
      id: "share.\(news.child)", severity: .warning, text: news.text, lifetimeSeconds: inboxSeconds)
  }

  package static func about(_ outcome: SyncOutcome) -> [BannerRecord] {
    switch outcome {
    case .settled, .waiting, .unauthorized, .conflict, .sent(_, .atOnce), .retrying(_, _, _, isFirst: false),
      .postponed(_, news: nil):
      []
    case .postponed(_, let news?):
      [BannerRecord(id: "sync.clock", severity: .warning, text: news, lifetimeSeconds: inboxSeconds)]
    case .retrying(let subject, _, _, isFirst: true):
      [BannerRecord(id: subject.bannerID, severity: .warning, text: Words.savedHere, entryID: subject.entryID)]
    case .failed(let subject, _, let wasRequested): [failed(subject, wasRequested: wasRequested)]
    case .sent(let subject, .requested):
      [
        BannerRecord(
          id: subject.bannerID, severity: .success, text: Words.saved, lifetimeSeconds: savedSeconds,
          entryID: subject.entryID, isResolved: true)
      ]
    case .sent(let subject, .late): [resolved(subject)]
    }
  }

  package static func failed(_ subject: QueuedChange.Subject, wasRequested: Bool) -> BannerRecord {
    BannerRecord(
      id: subject.bannerID, severity: .error, text: subject.failureText(wasRequested: wasRequested), action: .retry,
      entryID: subject.entryID)
  }

  /// A retry was requested.
  package static func retrying(_ subject: QueuedChange.Subject) -> BannerRecord {
    BannerRecord(id: subject.bannerID, severity: .error, text: Words.retrying, entryID: subject.entryID)
  }

  /// It is no longer failed.
  package static func resolved(_ subject: QueuedChange.Subject) -> BannerRecord {
    BannerRecord(
      id: subject.bannerID, severity: .error, text: subject.failureText(wasRequested: false),
      entryID: subject.entryID, isResolved: true)
  }
}

extension QueuedChange.Subject {
  fileprivate var bannerID: String {
    switch self {
    case .entry(let entry): "sync.\(entry.id)"
    case .child(let child): "sync.\(child.id)"
    }
  }

  fileprivate var entryID: EntryID? {
    if case .entry(let entry) = self { entry.id } else { nil }
  }

  fileprivate func failureText(wasRequested: Bool) -> String {
    switch (self, wasRequested) {
    case (.entry(let entry), false): Words.couldntSync(entry)
    case (.entry(let entry), true): Words.stillCouldntSync(entry)
    case (.child(let child), false): Words.couldntSync(child)
    case (.child(let child), true): Words.stillCouldntSync(child)
    }
  }
}
