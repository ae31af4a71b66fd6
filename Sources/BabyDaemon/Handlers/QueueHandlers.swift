import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore

extension MethodHandlers {
  /// Changes on their way to the family server, and their results.
  ///
  /// - Parameters:
  ///   - onItsWay: number in the outbox of the change that is being sent now.
  ///   - tell: sends messages that are not in the database.
  mutating func addQueue(
    onItsWay: @escaping @Sendable () -> Int64?, tell: @escaping @Sendable ([BannerRecord]) -> Void
  ) {
    read(QueueList.self) { try $1.queueList(limit: $0.limit ?? 100, onItsWay: onItsWay()) }
    write(QueueRetry.self) { params, logbook in
      let items = try logbook.reader.queueItems(matching: params.id)
      let count = try logbook.retryQueue(params.id)
      logbook.afterCommit { tell(items.filter { $0.row.state == .failed }.map { BannerRecord.retrying($0.subject) }) }
      return QueueAnswer(
        count: count, message: Words.retrying(count), seq: try logbook.seq, isDryRun: logbook.isDryRun)
    }
    write(QueueDiscard.self) { params, logbook in
      let items = try logbook.reader.queueItems(matching: params.id)
      _ = try logbook.discardQueue(params.id)
      logbook.afterCommit { tell(items.map { BannerRecord.resolved($0.subject) }) }
      return QueueAnswer(
        count: items.count, message: Words.discarded(items.count), seq: try logbook.seq, isDryRun: logbook.isDryRun)
    }
    read(InboxList.self) { try $1.inboxList(includingDismissed: $0.includesDismissed, limit: $0.limit ?? 100) }
    write(InboxDismiss.self) { params, logbook in
      var count = try logbook.dismissInbox(params.id.map { [Int64($0)] })
      if params.id == nil, try logbook.dismissLostLog() {
        count += 1
        logbook.afterCommit { tell([.lostLog(isResolved: true)]) }
      }
      return QueueAnswer(
        count: count, message: Words.dismissed(count), seq: try logbook.seq, isDryRun: logbook.isDryRun)
    }
    write(InboxApply.self) { try $1.applyConflict(Int64($0.id)) }
  }
}
