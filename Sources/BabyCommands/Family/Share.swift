import ArgumentParser
import BabyModel
import BabyProtocol

struct ShareGroup: ParsableCommand, NamedCommand {
  static let commandName = "share"

  static func listSubcommands(_ add: (any NamedCommand.Type) -> Void) {
    add(ShareMembersCommand.self)
    add(ShareCreateCommand.self)
    add(ShareListCommand.self)
    add(ShareRevokeCommand.self)
    add(ShareAcceptCommand.self)
    add(ShareRoleCommand.self)
    add(ShareRemoveCommand.self)
    add(ShareLeaveCommand.self)
    add(ShareTransferCommand.self)
  }

  static let configuration = group(
    "Share a child with other caregivers.",
    discussion: """
      A code works once and expires after a week. People with an account on the same
      family server accept it; others register with it.

        bbctl share create --child Eva
        bbctl share accept CODE
        bbctl register --code CODE
        bbctl share role Ben viewer
      """)
}

struct ShareMembersCommand: PatientCommand {
  static let commandName = "members"

  static let configuration = command(
    "Show who shares a child.", usage: "share [members]")

  @Option(help: OptionHelp.child) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(ShareMembers.self, .init(childID: child)) { .members($0, now: session.now) }
  }
}

struct ShareCreateCommand: PatientCommand {
  static let commandName = "create"

  static let configuration = command(
    "Create a code for sharing a child.", usage: "share create [--role caregiver|viewer]",
    discussion: "A caregiver can log, edit and delete entries; a viewer can only read.")

  @Option(help: ArgumentHelp("Their role: caregiver or viewer.", valueName: "role"))
  var role: SharedRole = .caregiver

  @Option(help: OptionHelp.child) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(ShareCreate.self, .init(childID: child, role: role)) { .share($0, now: session.now) }
  }
}

struct ShareListCommand: PatientCommand {
  static let commandName = "list"

  static let configuration = command(
    "List the codes that have not been accepted yet.", usage: "share list")

  @Option(help: OptionHelp.child) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(ShareList.self, .init(childID: child)) { .shares($0, now: session.now) }
  }
}

struct ShareRevokeCommand: PatientCommand {
  static let commandName = "revoke"

  static let configuration = command(
    "Cancel a code, so that it no longer works.", usage: "share revoke <share>")

  @Argument(help: "The share: its last characters as \"bbctl share list\" shows them, or its whole id.")
  var share: String

  @Option(help: OptionHelp.child) var child: String?
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(ShareRevoke.self, .init(id: share, childID: child)) { Page(line: $0.message) }
  }
}

struct ShareAcceptCommand: PatientCommand {
  static let commandName = "accept"

  static let configuration = command(
    "Accept a code and share its child.", usage: "share accept <code>")

  @Argument(help: OptionHelp.code) var code: [String]

  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    try session.answer(ShareAccept.self, .init(code: session.code(code))) { Page(line: $0.message) }
  }
}

extension Page {
  /// A code and how to use it.
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
