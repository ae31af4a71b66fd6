package import BabyRecords
import Synchronization

/// The state of the connection to the family server, for anybody who asks. The courier keeps it up to date.
package final class SyncBoard: Sendable {
  private let standing: Mutex<Standing>
  private let numberOnItsWay = Mutex<Int64?>(nil)
  private let whenChanged: @Sendable () -> Void

  /// - Parameter whenChanged: called when something is so that was not, times aside.
  package init(_ standing: Standing, whenChanged: @escaping @Sendable () -> Void) {
    self.standing = Mutex(standing)
    self.whenChanged = whenChanged
  }

  package var current: Standing { standing.withLock { $0 } }

  /// Number in the outbox of the change that is being sent at this moment.
  package var onItsWay: Int64? {
    get { numberOnItsWay.withLock { $0 } }
    set { numberOnItsWay.withLock { $0 = newValue } }
  }

  func update(_ body: (inout Standing) -> Void) {
    let isNews = standing.withLock { standing in
      let before = standing.withoutTimes
      body(&standing)
      return standing.withoutTimes != before
    }
    if isNews { whenChanged() }
  }
}
