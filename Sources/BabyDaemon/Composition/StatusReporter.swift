import BabyEngine
import BabyModel
import BabyStore
import Systemd

/// Tells systemd in words how the family is doing: "Sleeping since 20:14". There is no clock in it, so it changes only
/// when something is logged, and no name, for anybody on the machine can read it.
struct StatusReporter: Sendable {
  private let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  init() {
    (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Has the words looked at again, soon, if a commit may have changed them; many at once are one.
  ///
  /// Most commits have not, and their callers are still waiting for the answer: it must not cost them a query.
  func note(_ commit: CommittedChanges) {
    if Notify.isListenedTo, commit.concernsStatus { change.yield() }
  }

  /// Runs until its task is cancelled.
  func run(_ engine: Engine) async {
    var last = ""
    for await _ in changes {
      guard let text = try? await text(engine), text != last else { continue }
      last = text
      Notify.status(text)
    }
  }

  func text(_ engine: Engine) async throws -> String {
    try await engine.read(Caller(uid: 0, client: "status")) { book in
      var since: [TimeOfDay] = []
      for child in try book.transaction.children(includingRemoved: false) {
        guard let sleep = try book.transaction.running(.sleep, child: child.id) else { continue }
        since.append(try book.zone(child.zone).local(sleep.start).time)
      }
      return switch since.count {
      case 0: "Ready"
      case 1: "Sleeping since \(since[0])"
      default: "\(since.count) children sleeping"
      }
    }
  }
}

extension CommittedChanges {
  /// Whether who sleeps since when can have changed: a sleep, or a child's being there or its zone.
  var concernsStatus: Bool {
    kinds.contains(.sleep) || changes.contains { if case .child = $0.subject { true } else { false } }
  }
}
