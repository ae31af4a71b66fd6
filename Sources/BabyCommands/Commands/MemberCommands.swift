import ArgumentParser
import BabyModel
import BabyProtocol

struct ShareRoleCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "role", abstract: "Change what somebody may do with a child.",
    usage: "bbctl share role <member> owner|caregiver|viewer [<options>]",
    discussion: """
      An owner can do everything, also remove you; a child can have several. A caregiver can log, edit and delete
      entries; a viewer can only read.
      """)

  @Argument(help: OptionHelp.member) var member: String
  @Argument(help: "Their new role: owner, caregiver or viewer.") var role: Role
  @Option(help: OptionHelp.child) var child: String?
  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    var params = ShareRole.Params(member: member, role: role, childID: child)
    if role == .owner, !yes {
      try session.requirePerson(for: "makes somebody an owner")
      let found = try session.call(ShareRole.self, .init(member: member, role: role, childID: child, isDryRun: true))
      params = .init(member: "\(found.member.user.id)", role: role, childID: "\(found.child.id)")
      guard
        session.confirms(
          "Make \(found.member.user.name) an owner of \(found.child.name), who can do everything that you can?")
      else { return }
    }
    try session.answer(ShareRole.self, params) { Page(line: $0.message) }
  }
}

struct ShareRemoveCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove somebody, who no longer sees the child then.",
    usage: "bbctl share remove <member> [<options>]",
    discussion: """
      Their machines hide the child as soon as they hear of it, and delete its log once nothing waits there to be sent;
      backups on those machines keep what they have. What they logged stays, with their name.
      """)

  @Argument(help: OptionHelp.member) var member: String
  @Option(help: OptionHelp.child) var child: String?
  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    var params = ShareRemove.Params(member: member, childID: child)
    if !yes {
      try session.requirePerson(for: "removes somebody")
      let found = try session.call(ShareRemove.self, .init(member: member, childID: child, isDryRun: true))
      params = .init(member: "\(found.member.user.id)", childID: "\(found.child.id)")
      guard session.confirms("Remove \(found.member.user.name), who will no longer see \(found.child.name)?") else {
        return
      }
    }
    try session.answer(ShareRemove.self, params) { Page(line: $0.message) }
  }
}

struct ShareLeaveCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "leave", abstract: "Stop sharing a child: you no longer see it.",
    usage: "bbctl share leave [<options>]",
    discussion: """
      What you logged stays, with your name. The last owner cannot leave: hand the child over first, or remove it for
      everybody with "bbctl child remove".
      """)

  @Option(help: OptionHelp.child) var child: String?
  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    var params = ShareLeave.Params(childID: child)
    if !yes {
      try session.requirePerson(for: "stops sharing a child")
      let found = try session.call(ShareLeave.self, .init(childID: child, isDryRun: true))
      params = .init(childID: "\(found.child.id)")
      guard session.confirms("Leave \(found.child.name)? Only an owner can let you in again.") else { return }
    }
    try session.answer(ShareLeave.self, params) { Page(line: $0.message) }
  }
}

struct ShareTransferCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "transfer", abstract: "Hand a child over: somebody else owns it then, and you are a caregiver.",
    usage: "bbctl share transfer <member> [<options>]",
    discussion: """
      Asked twice, because only the new owner can undo it. Codes that nobody has accepted yet no longer work then. To
      own a child together, use "bbctl share role".
      """)

  @Argument(help: OptionHelp.member) var member: String
  @Option(help: OptionHelp.child) var child: String?
  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var options: GlobalOptions

  var global: GlobalOptions { options.patient }

  func run(in session: CommandSession) throws {
    var params = ShareTransfer.Params(member: member, childID: child)
    if !yes {
      try session.requirePerson(for: "hands a child over")
      let found = try session.call(ShareTransfer.self, .init(member: member, childID: child, isDryRun: true))
      params = .init(member: "\(found.member.user.id)", childID: "\(found.child.id)")
      let (name, child) = (found.member.user.name, found.child.name)
      guard session.confirms("Hand \(child) over to \(name)? You will be a caregiver, and only \(name) can undo it."),
        session.confirms(byTyping: child, "hand this child over")
      else { return }
    }
    try session.answer(ShareTransfer.self, params) { Page(line: $0.message) }
  }
}
