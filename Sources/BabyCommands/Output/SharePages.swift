import BabyModel
import BabyProtocol

extension Page {
  /// A code and what is to be done with it.
  static func share(_ answer: ShareCreate.Answer, now: Instant) -> Page {
    var page = Page()
    page.line(.init(Words.sharing(answer.child.name, as: answer.share.role), .strong))
    page.line(
      "Send this to the person who will share \(answer.child.name). It works once, \(left(answer.share, now: now)):")
    page.line(.init("  bbctl share accept \(answer.code)"))
    page.line(.init("They need an account on \(answer.server)", .faint))
    return page
  }

  /// Unused codes.
  static func shares(_ answer: ShareList.Answer, now: Instant) -> Page {
    guard !answer.shares.isEmpty else {
      return Page(line: "No codes for \(answer.child.name): bbctl share create")
    }
    var page = Page()
    page.heading(answer.child.name)
    for share in answer.shares {
      page.row([
        .init(String(share.id.description.suffix(6)), .id), .init(share.role.rawValue, .strong),
        .init("made " + Words.ago(share.createdAt, now: now).lowercased()), .init(left(share, now: now), .faint),
      ])
    }
    return page
  }

  /// "within 6d 23h"
  private static func left(_ share: Share, now: Instant) -> String {
    let hours = max((share.expiresAt - now).wholeMinutes / 60, 0)
    let days = hours / 24 > 0 ? "\(hours / 24)d " : ""
    return "within " + days + "\(hours % 24)h"
  }

  static func members(_ answer: ShareMembers.Answer, now: Instant) -> Page {
    var page = Page()
    page.heading(answer.child.name)
    for member in answer.members {
      page.row([
        .init(member.user.name, .strong), .init(member.role.rawValue), .init(member.user.email),
        .init("joined " + Words.ago(member.since, now: now).lowercased(), .faint),
        .init(member.lastSeenAt.map { "seen " + Words.ago($0, now: now).lowercased() } ?? "", .faint),
        .init(member.user.id == answer.you ? "you" : "", .faint),
      ])
    }
    return page
  }
}
