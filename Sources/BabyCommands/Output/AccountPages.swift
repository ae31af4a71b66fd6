import BabyClient
import BabyModel
import BabyProtocol

extension Page {
  /// The account, where the token is stored, and the state of the connection to the server.
  static func account(_ answer: AccountStatus.Answer, now: Instant) -> Page {
    let (account, connection) = (answer.account, answer.connection)
    var page = Page()
    if account.state == .onboarding {
      page.line("No account: what is logged stays on this machine.  ", .init("(bbctl register, bbctl login)", .faint))
      return page
    }
    let names = [account.name, account.email].compactMap(\.self).joined(separator: Words.separator)
    page.row([.init("Account", .strong), .init(names)])
    page.row([.init("Server", .strong), .init(account.server ?? "")])
    page.row([.init("State", .strong), state(of: answer, now: now)])
    if let place = account.tokenPlace { page.row([.init("Token", .strong), .init(words(place))]) }
    if let skew = connection.skewSeconds, abs(skew) >= 60 {
      page.row([.init("Clock", .strong), .init(Words.clockSkew(.seconds(skew)), .severity(.warning))])
    }
    page.waiting(connection)
    if let count = account.localEntries, count > 0 {
      let entries = Words.count(count, .entries) + " logged without an account: bbctl account upload"
      page.row([.init("Here", .strong), .init(entries)])
    }
    return page
  }

  /// "online · synced 2m ago", "offline · No connection · synced 2h ago", "logged out: bbctl login"
  private static func state(of answer: AccountStatus.Answer, now: Instant) -> Span {
    let connection = answer.connection
    guard answer.account.state == .authenticated else { return Span("logged out: bbctl login", .severity(.warning)) }
    let synced = connection.lastSyncedAt.map { Words.synced(Words.ago($0, now: now).lowercased()) }
    let parts = [connection.state.rawValue, connection.reason, synced].compactMap(\.self)
    return Span(parts.joined(separator: Words.separator), connection.isStale ? .severity(.warning) : .plain)
  }

  private static func words(_ place: TokenPlace) -> String {
    switch place {
    case .credential: "a credential of systemd"
    case .keyring: "the keyring"
    case .file: "a file that only you can read: there is no keyring"
    }
  }

  /// The number of pending changes, if there are any.
  mutating func waiting(_ connection: ConnectionRecord) {
    guard let waiting = connection.waiting else { return }
    row([
      .init("Waiting", .strong), .init(waiting, connection.failed > 0 ? .severity(.error) : .plain),
      .init(connection.failed > 0 ? "bbctl queue" : "", .faint),
    ])
  }

  /// The warning above data that may be outdated.
  mutating func warning(_ sync: AccountStatus.Answer?, _ format: TimeFormat, now: Instant) {
    guard let connection = sync?.connection, let text = connection.warning(format, now: now) else { return }
    line(
      .init(text, .severity(.warning)), .init(connection.state == .unauthenticated ? "  (bbctl login)" : "", .faint))
  }

  static func upload(_ answer: AccountUpload.Answer) -> Page {
    var page = Page()
    page.line(.init(answer.message), answer.isDryRun ? dryRun : "")
    return page
  }

  /// "Synced · 3 changes", "Not all is sent yet · 3 changes", "Not synced · No connection"
  static func refreshed(_ answer: DashboardRefresh.Answer) -> Page {
    var page = Page()
    let connection = answer.connection
    switch connection.state {
    case .online:
      let news = answer.changes == 0 ? "nothing new" : Words.changes(answer.changes)
      if connection.waiting == nil {
        page.line(.init("Synced" + Words.separator + news))
      } else {
        page.line(.init("Not everything is sent yet" + Words.separator + news, .severity(.warning)))
      }
    case .unauthenticated: page.line(.init("Not synced · logged out: bbctl login", .severity(.warning)))
    case .local, .connecting, .offline:
      let reason = connection.reason ?? connection.state.rawValue
      page.line(.init("Not synced" + Words.separator + reason, .severity(.warning)))
    }
    page.waiting(connection)
    return page
  }
}
