import BabyEngine
import BabyModel
import BabyStore
import Systemd

/// Reports the family's state to systemd: "Sleeping since 20:14 · 2 unsent · synced 21:02". It contains no current
/// time, so it changes only with events, and no name, because everybody on the machine can read it.
struct StatusReporter: Sendable {
  private let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  init() {
    (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Has the words looked at again, soon, if a commit may have changed them; many at once are one.
  ///
  /// Most commits have not, and their callers are still waiting for the answer: it must not cost them a query.
  func committed(_ commit: CommittedChanges) {
    if Notify.isListenedTo, commit.concernsStatus { change.yield() }
  }

  /// The family server is reached otherwise than before.
  func connectionStatusHasChanged() {
    if Notify.isListenedTo { change.yield() }
  }

  /// Runs until its task is cancelled.
  ///
  /// - Parameter connectionStatus: how the family server is reached.
  func run(_ engine: Engine, connectionStatus: @Sendable () -> ConnectionStatus) async {
    var last = ""
    for await _ in changes {
      guard let text = try? await text(engine, connectionStatus()), text != last else { continue }
      last = text
      Notify.status(text)
    }
  }

  func text(_ engine: Engine, _ connectionStatus: ConnectionStatus) async throws -> String {
    try await engine.read(Caller(uid: 0, client: "status")) { logbook in
      let parts = [try logbook.sleepText, try logbook.unsentText, try logbook.syncText(connectionStatus)].compactMap(
        \.self)
      return parts.isEmpty ? "Ready" : parts.joined(separator: " · ")
    }
  }
}

extension LogbookReader {
  /// "Sleeping since 20:14"; nil when everybody is awake.
  fileprivate var sleepText: String? {
    get throws {
      var since: [TimeOfDay] = []
      for child in try transaction.children(includingRemoved: false) {
        guard let sleep = try transaction.running(.sleep, child: child.id) else { continue }
        since.append(try zone(child.zone).local(sleep.start).time)
      }
      return switch since.count {
      case 0: nil
      case 1: "Sleeping since \(since[0])"
      default: "\(since.count) children sleeping"
      }
    }
  }

  /// "2 unsent"; nil if the server has everything, or there is none.
  fileprivate var unsentText: String? {
    get throws {
      let counts = try transaction.queueCounts()
      let count = counts.waiting + counts.failed
      return count == 0 ? nil : Words.unsent(count)
    }
  }

  /// "synced 21:02", as the first child's clocks show it; nil while the server is reached.
  fileprivate func syncText(_ connectionStatus: ConnectionStatus) throws -> String? {
    guard connectionStatus.isStale, let synced = connectionStatus.lastSyncedAt,
      let child = try transaction.children().first
    else {
      return nil
    }
    return Words.synced("\(try zone(child.zone).local(synced).time)")
  }
}

extension CommittedChanges {
  /// Whether the sleep or the unsent changes may have changed: a sleep, a child's existence or zone, or the outbox.
  var concernsStatus: Bool {
    kinds.contains(.sleep)
      || changes.contains {
        switch $0.subject {
        case .child, .outbox: true
        default: false
        }
      }
  }
}
