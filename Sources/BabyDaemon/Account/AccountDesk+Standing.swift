import BabyModel
import BabyProtocol
import BabyRecords
import BabyUpstream

extension AccountDesk {
  /// How things stand as long as the server has not been asked.
  var standing: Standing {
    let (book, obstacle) = (book, obstacle)
    if let obstacle {
      return Standing(account: record, state: .offline, isStale: true, reason: obstacle.reason)
    }
    let state: ConnectionRecord.State =
      book.currentKey == nil ? .local : book.state == .authenticated ? .connecting : .unauthenticated
    return Standing(account: record, state: state, isStale: state == .unauthenticated)
  }
}

extension AccountDesk.Obstacle {
  /// For a person.
  fileprivate var reason: String {
    switch self {
    case .token(let error): error.description
    case .unknownCredential(let outage): Words.reason(outage)
    }
  }
}
