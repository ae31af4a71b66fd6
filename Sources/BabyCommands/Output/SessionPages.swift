import BabyModel
import BabyProtocol

extension Page {
  /// The devices of the account: "3f9a21  living-room · babybasicsd  used 2h ago  from 192.0.2.0/24  this machine"
  static func sessions(_ answer: AccountSessions.Answer, now: Instant) -> Page {
    var page = Page()
    page.heading("Sessions")
    for session in answer.sessions {
      page.row([
        .init(String(session.id.description.suffix(6)), .id), .init(session.name ?? Words.unnamedSession, .strong),
        .init("used " + Words.ago(session.usedAt, now: now).lowercased()),
        .init(session.network.map { "from \($0)" } ?? "", .faint),
        .init("began " + Words.ago(session.createdAt, now: now).lowercased(), .faint, .spare),
        .init(session.id == answer.current ? "this machine" : "", .faint),
      ])
    }
    return page
  }
}
