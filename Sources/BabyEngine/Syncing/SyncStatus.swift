package import BabyModel
package import BabyProtocol
import BabyStore
import Synchronization

/// Account and connection, without counts from the database.
package struct ConnectionStatus: Hashable, Sendable {
  package var account: AccountRecord
  package var state: ConnectionRecord.State
  package var isStale = false
  package var reason: String?
  package var lastSyncedAt: Instant?
  package var nextPollAt: Instant?
  /// By how many seconds the server's clock is ahead.
  package var skewSeconds: Int?

  package init(
    account: AccountRecord, state: ConnectionRecord.State, isStale: Bool = false, reason: String? = nil
  ) {
    (self.account, self.state, self.isStale, self.reason) = (account, state, isStale, reason)
  }

  package static let alone = ConnectionStatus(account: AccountRecord(state: .onboarding), state: .local)

  /// Takes over the state without polling. The time of the last poll stays.
  package mutating func take(_ unasked: ConnectionStatus) {
    (account, state, isStale, reason) = (unasked.account, unasked.state, unasked.isStale, unasked.reason)
    nextPollAt = nil
  }

  /// Times change with every poll, and are not a change by themselves.
  package var withoutTimes: ConnectionStatus {
    var connectionStatus = self
    (connectionStatus.lastSyncedAt, connectionStatus.nextPollAt, connectionStatus.skewSeconds) = (nil, nil, nil)
    return connectionStatus
  }

  /// Adds counts from the database.
  ///
  /// - Parameter zone: of the child whose clocks are shown; nil without one.
  package func connection(_ counts: QueueCounts, zone: ZoneRules?) -> ConnectionRecord {
    ConnectionRecord(
      state: state, isStale: isStale, reason: reason, lastSyncedAt: lastSyncedAt,
      lastSyncedLocal: zone.flatMap { zone in lastSyncedAt.map { $0.text(in: zone) } }, nextPollAt: nextPollAt,
      skewSeconds: skewSeconds, unsent: counts.waiting, failed: counts.failed)
  }
}

extension LogbookReader {
  /// The connection as clients see it, with what is counted in the database and the time of the caller's current child.
  package func connection(_ connectionStatus: ConnectionStatus) throws -> ConnectionRecord {
    let child = try childIfThere(nil)
    return connectionStatus.connection(try transaction.queueCounts(), zone: try child.map { try zone($0.zone) })
  }
}

/// The state of the connection to the family server, for all callers. The sync loop updates it.
package final class SyncStatus: Sendable {
  private let connectionStatus: Mutex<ConnectionStatus>
  private let numberOnItsWay = Mutex<Int64?>(nil)
  private let whenChanged: @Sendable () -> Void

  /// - Parameter whenChanged: called when the state changes, except for times.
  package init(_ connectionStatus: ConnectionStatus, whenChanged: @escaping @Sendable () -> Void) {
    self.connectionStatus = Mutex(connectionStatus)
    self.whenChanged = whenChanged
  }

  package var current: ConnectionStatus { connectionStatus.withLock { $0 } }

  /// Number in the outbox of the change that is being sent at this moment.
  package var onItsWay: Int64? {
    get { numberOnItsWay.withLock { $0 } }
    set { numberOnItsWay.withLock { $0 = newValue } }
  }

  package func update(_ body: (inout ConnectionStatus) -> Void) {
    let isNews = connectionStatus.withLock { connectionStatus in
      let before = connectionStatus.withoutTimes
      body(&connectionStatus)
      return connectionStatus.withoutTimes != before
    }
    if isNews { whenChanged() }
  }
}

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
