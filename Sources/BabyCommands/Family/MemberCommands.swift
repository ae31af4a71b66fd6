import ArgumentParser
import BabyModel
import BabyProtocol

struct ShareRoleCommand: PatientCommand {
  static let commandName = "role"

  static let configuration = command(
    "Change a person's role for a child.", usage: "share role <member> owner|caregiver|viewer",
    discussion: """
      An owner can do everything, also remove you; a child can have several. A caregiver can log, edit and delete
      entries; a viewer can only read.
      """)

  @Argument(help: OptionHelp.member) var member: String
  @Argument(help: "Their new role: owner, caregiver or viewer.") var role: Role
  @Option(help: OptionHelp.child) var child: String?
  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let change = MemberChange(ShareRole.self, of: child) {
      .init(member: $0 ?? member, role: role, childID: $1, isDryRun: $2)
    }
    try change.run(in: session, unasked: yes || role != .owner, "makes another person an owner") { name, child in
      session.confirms("Make \(name) an owner of \(child), who can do everything that you can?")
    }
  }
}

struct ShareRemoveCommand: PatientCommand {
  static let commandName = "remove"

  static let configuration = command(
    "Remove a person, who can then no longer see the child.", usage: "share remove <member>",
    discussion: """
      Their machines hide the child with the next sync, and delete its log once all changes are sent; backups on those
      machines keep it. Their entries stay, with their name.
      """)

  @Argument(help: OptionHelp.member) var member: String
  @Option(help: OptionHelp.child) var child: String?
  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let change = MemberChange(ShareRemove.self, of: child) {
      .init(member: $0 ?? member, childID: $1, isDryRun: $2)
    }
    try change.run(in: session, unasked: yes, "removes a person") { name, child in
      session.confirms("Remove \(name), who will no longer see \(child)?")
    }
  }
}

struct ShareLeaveCommand: PatientCommand {
  static let commandName = "leave"

  static let configuration = command(
    "Stop sharing a child: you no longer see it.", usage: "share leave",
    discussion: """
      Your entries stay, with your name. The last owner cannot leave: hand the child over first, or remove it for
      everybody with "bbctl child remove".
      """)

  @Option(help: OptionHelp.child) var child: String?
  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let change = MemberChange(ShareLeave.self, of: child) { .init(childID: $1, isDryRun: $2) }
    try change.run(in: session, unasked: yes, "stops sharing a child") { _, child in
      session.confirms("Leave \(child)? Only an owner can let you in again.")
    }
  }
}

struct ShareTransferCommand: PatientCommand {
  static let commandName = "transfer"

  static let configuration = command(
    "Hand a child over: another person becomes its owner, and you a caregiver.", usage: "share transfer <member>",
    discussion: """
      bbctl asks twice, because only the new owner can undo it. Unused share codes stop working. To own a child
      together, use "bbctl share role".
      """)

  @Argument(help: OptionHelp.member) var member: String
  @Option(help: OptionHelp.child) var child: String?
  @Flag(name: [.short, .long], help: OptionHelp.yes) var yes = false
  @OptionGroup var global: GlobalOptions

  func run(in session: CommandSession) throws {
    let change = MemberChange(ShareTransfer.self, of: child) {
      .init(member: $0 ?? member, childID: $1, isDryRun: $2)
    }
    try change.run(in: session, unasked: yes, "hands a child over") { name, child in
      session.confirms("Hand \(child) over to \(name)? You will be a caregiver, and only \(name) can undo it.")
        && session.confirms(byTyping: child, "hand this child over")
    }
  }
}

/// A change of a child's members, which a person confirms first. Names may have changed by then: it affects the person
/// who was shown.
private struct MemberChange<Method: RPCMethod> where Method.Answer == MemberAnswer {
  private let child: String?
  private let params: (_ member: String?, _ child: String?, _ isDryRun: Bool) -> Method.Params

  /// - Parameters:
  ///   - child: as the person typed it.
  ///   - params: of the call, for a member's id, or nil for the person as typed.
  init(
    _ method: Method.Type, of child: String?,
    _ params: @escaping (_ member: String?, _ child: String?, _ isDryRun: Bool) -> Method.Params
  ) {
    (self.child, self.params) = (child, params)
  }

  /// - Parameters:
  ///   - isUnasked: needs no confirmation.
  ///   - what: it does, as in "This … and there is no terminal to ask on".
  ///   - confirms: asks, given the names of the member and the child.
  func run(
    in session: CommandSession, unasked isUnasked: Bool, _ what: String,
    _ confirms: (_ member: String, _ child: String) -> Bool
  ) throws {
    var meant = params(nil, child, false)
    if !isUnasked {
      try session.requirePerson(for: what)
      let found = try session.call(Method.self, params(nil, child, true))
      guard confirms(found.member.user.name, found.child.name) else { return }
      meant = params("\(found.member.user.id)", "\(found.child.id)", false)
    }
    try session.answer(Method.self, meant) { Page(line: $0.message) }
  }
}
