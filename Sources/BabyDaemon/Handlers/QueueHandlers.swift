import BabyEngine
import BabyModel
import BabyProtocol
import BabyRecords
import BabyStore

extension HandlerTable {
  /// What is on its way to the family server, and what has come of it.
  ///
  /// - Parameters:
  ///   - onItsWay: number in the outbox of the change that is being sent now.
  ///   - tell: tells subscribers what is in no database.
  mutating func addQueue(
    onItsWay: @escaping @Sendable () -> Int64?, tell: @escaping @Sendable ([BannerRecord]) -> Void
  ) {
    read(QueueList.self) { params, book in try book.queueList(limit: params.limit ?? 100, onItsWay: onItsWay()) }
    write(QueueRetry.self) { params, book in
      let items = try book.reader.queueItems(meant: params.id)
      let count = try book.retryQueue(params.id)
      book.afterCommit { tell(items.filter { $0.state == .failed }.map { BannerRecord.retrying($0.subject) }) }
      return QueueAnswer(
        count: count, message: Words.retrying(count), seq: try book.seq, isDryRun: book.isDryRun)
    }
    write(QueueDiscard.self) { params, book in
      let items = try book.reader.queueItems(meant: params.id)
      _ = try book.discardQueue(params.id)
      book.afterCommit { tell(items.map { BannerRecord.resolved($0.subject) }) }
      return QueueAnswer(
        count: items.count, message: Words.discarded(items.count), seq: try book.seq, isDryRun: book.isDryRun)
    }
    read(InboxList.self) { params, book in
      try book.inboxList(includingDismissed: params.includesDismissed, limit: params.limit ?? 100)
    }
    write(InboxDismiss.self) { params, book in
      var count = try book.dismissInbox(params.id.map { [Int64($0)] })
      if params.id == nil, try book.dismissLostLog() {
        count += 1
        book.afterCommit { tell([.lostLog(isResolved: true)]) }
      }
      return QueueAnswer(
        count: count, message: Words.dismissed(count), seq: try book.seq, isDryRun: book.isDryRun)
    }
    write(InboxApply.self) { params, book in
      try book.answer(book.applyConflict(Int64(params.id)))
    }
  }
}
