package import BabyEngine
import BabyModel
package import BabyProtocol

extension AccountDesk {
  /// The account as clients see it.
  package var record: AccountRecord {
    let book = book
    let known = book.offered
    return AccountRecord(
      state: book.state, server: known?.server.description, email: known?.email, name: known?.name,
      tokenPlace: book.current?.tokenPlace, defaultServer: known == nil ? defaultServer?.description : nil)
  }

  /// The connection's state until the server is polled.
  package var standing: Standing {
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
