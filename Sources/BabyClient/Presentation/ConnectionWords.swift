package import BabyModel
package import BabyProtocol

/// What is to be said of the connection to the family server, in every client. All of it is nil while all is well.
extension ConnectionRecord {
  /// "Offline · Showing last known data (synced 9:02 PM)"
  package func warning(_ format: TimeFormat, now: Instant) -> String? {
    warning(format, today: syncedTime(now: now)?.today)
  }

  /// The same, for who knows the day and not the time.
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
