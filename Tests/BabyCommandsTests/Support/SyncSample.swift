import BabyModel
import BabyProtocol

extension Sample {
  /// Without any login so far.
  static let noAccount = AccountStatus.Answer(
    account: AccountRecord(state: .onboarding, defaultServer: "https://baby.example"),
    connection: ConnectionRecord(state: .local))

  static let anna = AccountRecord(
    state: .authenticated, server: "https://baby.example", email: "anna@example.org", name: "Anna",
    tokenPlace: .keyring)

  static let online = AccountStatus.Answer(
    account: anna,
    connection: ConnectionRecord(
      state: .online, lastSyncedAt: now - .minutes(2), lastSyncedLocal: (now - .minutes(2)).text(in: zone)))

  /// Since the evening, with things to send, and a server whose clock is wrong.
  static let offline = AccountStatus.Answer(
    account: anna,
    connection: ConnectionRecord(
      state: .offline, isStale: true, reason: Words.noConnection, lastSyncedAt: at("2026-11-15T05:02:00Z"),
      lastSyncedLocal: at("2026-11-15T05:02:00Z").text(in: zone), skewSeconds: -125, unsent: 2, failed: 1))

  static let loggedOut = AccountStatus.Answer(
    account: AccountRecord(
      state: .unauthenticated, server: "https://baby.example", email: "anna@example.org", name: "Anna",
      localEntries: 42),
    connection: ConnectionRecord(
      state: .unauthenticated, isStale: true, lastSyncedAt: at("2026-11-13T05:02:00Z"),
      lastSyncedLocal: at("2026-11-13T05:02:00Z").text(in: zone), unsent: 1))

  static let share = Share(
    id: identifier(0x5a4e), childID: child.id, role: .caregiver, createdAt: now - .minutes(30))

  static let sessions = AccountSessions.Answer(
    sessions: [
      AccountSession(
        id: identifier(0x3f9a21), name: "living-room · babybasicsd", createdAt: now - .hours(50), usedAt: now,
        network: "192.0.2.0/24", expiresAt: now + .hours(4000)),
      AccountSession(
        id: identifier(0xa1b2), name: nil, createdAt: now - .hours(500), usedAt: now - .hours(30), network: nil,
        expiresAt: now + .hours(4000)),
    ], current: identifier(0x3f9a21))

  static let members = ShareMembers.Answer(
    child: child,
    members: [
      Member(user: user(1, "Anna"), role: .owner, since: now - .hours(24 * 40), lastSeenAt: now),
      Member(user: user(2, "Ben"), role: .caregiver, since: now - .hours(50), lastSeenAt: now - .minutes(90)),
    ], you: identifier(1))

  private static func user(_ number: UInt64, _ name: String) -> User {
    User(id: identifier(number), email: "\(name)@example.org", name: name, createdAt: now)
  }

  static let queue = QueueList.Answer(
    items: [
      QueueItem(
        id: "\(leftBreast.entry.id)", child: child, entry: leftBreast, text: "Left breast · 15 min", state: .failed,
        attempts: 5, reason: "No connection", at: leftBreast.entry.createdAt),
      QueueItem(
        id: "\(wetDiaper.entry.id)", child: child, entry: wetDiaper, text: "Wet diaper", state: .waiting, attempts: 3,
        nextAt: now + .seconds(8), reason: "Something went wrong · 503", at: now - .minutes(5)),
      QueueItem(
        id: "\(night.entry.id)", child: child, entry: night, text: "Sleeping", state: .sending, attempts: 1, at: now),
      QueueItem(
        id: "\(child.id)", child: child, entry: nil, text: "Eva", state: .waiting, attempts: 0, at: now),
    ], unsent: 10_003, failed: 1, units: .milliliters, timeFormat: .twelveHour)

  static func inbox(all: Bool) -> InboxList.Answer {
    var theirs = leftBreast
    (theirs.entry.author, theirs.entry.changedBy) = ("Ben", "Ben")
    theirs.entry.end = at("2026-11-15T04:34:00Z")
    theirs.endLocal = theirs.entry.end?.text(in: zone)
    var mine = leftBreast
    mine.entry.deletedAt = now
    func item(_ id: Int, _ kind: InboxItem.Kind, _ text: String, hours: Int, isDismissed: Bool = false)
      -> InboxItemRecord
    {
      InboxItemRecord(
        id: id, kind: kind, text: text, at: now - .hours(hours), atLocal: (now - .hours(hours)).text(in: zone),
        child: child, isDismissed: isDismissed)
    }
    var conflict = item(12, .conflict, Words.conflict(with: theirs.entry), hours: 1)
    (conflict.entry, conflict.mine) = (theirs, mine)
    let items = [
      item(14, .remote, "Ben logged wet diaper", hours: 0),
      item(13, .failed, "Couldn't sync left breast · No connection", hours: 0), conflict,
      item(11, .sent, "Synced after all: bottle", hours: 30, isDismissed: true),
    ]
    return InboxList.Answer(
      items: all ? items : items.filter { !$0.isDismissed }, open: 3, units: .milliliters, timeFormat: .twelveHour)
  }
}

extension SampleDaemon {
  /// What it answers about accounts and syncing; nil for everything else.
  static func syncReply(to request: Request, account: AccountStatus.Answer) -> FakeDaemon.Reply? {
    let isDryRun = request.params["dryRun"] == true
    func changed(_ count: Int, _ message: String) -> FakeDaemon.Reply {
      .result(QueueAnswer(count: count, message: message, seq: 49, isDryRun: isDryRun).json)
    }
    switch request.method {
    case "account.status": return .result(account.json)
    case "account.register", "account.login": return login(request, knowing: account.account)
    case "account.logout":
      guard request.params["local"] == true else {
        return .error(
          RPCError(.serverUnreachable, "https://baby.example cannot be reached.", hint: "bbctl logout --local"))
      }
      return .result(AccountAnswer(account: account.account, message: Words.loggedOut(unsent: 3)).json)
    case "account.upload":
      let message = Words.uploaded(entries: 42, children: 1)
      return .result(AccountUpload.Answer(children: 1, entries: 42, message: message, isDryRun: isDryRun).json)
    case "account.sessions": return .result(Sample.sessions.json)
    case "account.renameSession":
      var session = Sample.sessions.sessions[0]
      session.name = request.params["name"]?.stringValue
      return .result(
        AccountRenameSession.Answer(session: session, message: Words.renamedSession(session.name ?? "")).json)
    case "account.endSession": return .result(SessionsAnswer(count: 1, message: Words.endedSession(nil)).json)
    case "account.endOtherSessions": return .result(SessionsAnswer(count: 1, message: Words.endedSessions(1)).json)
    case "account.password":
      return .result(AccountAnswer(account: account.account, message: Words.passwordChanged).json)
    case "account.update":
      guard request.params["password"] != "wrong" else {
        return .error(RPCError(.wrongCredentials, "The current password is wrong."))
      }
      let message = Words.accountChanged("Anna Maria", email: "anna@example.org")
      return .result(AccountAnswer(account: account.account, message: message).json)
    case "account.reset":
      guard request.params["code"] != "old" else {
        return .error(RPCError(.accountInvalid, "code has been used or has expired."))
      }
      let message = Words.loggedIn(as: "Anna", host: "baby.example")
      return .result(AccountAnswer(account: account.account, message: message).json)
    case "dashboard.refresh": return refresh(account)
    case "share.create":
      let code = "5s8fK2mQ9xWvTn3hJ7bLzA"
      return .result(
        ShareCreate.Answer(child: Sample.child, share: Sample.share, code: code, server: "https://baby.example").json)
    case "share.list":
      let shares = request.params["childId"] == "Tom" ? [] : [Sample.share]
      return .result(ShareList.Answer(child: Sample.child, shares: shares).json)
    case "share.revoke":
      return .result(ShareRevoke.Answer(child: Sample.child, message: Words.revoked("Eva")).json)
    case "share.accept":
      guard request.params["code"] != "old" else {
        return .error(RPCError(.shareNotFound, "The code has been used, has been revoked or has expired."))
      }
      let message = Words.sharing("Eva", as: .caregiver)
      return .result(ShareAccept.Answer(child: Sample.child, role: .caregiver, message: message).json)
    case "share.members": return .result(Sample.members.json)
    case "share.role", "share.remove", "share.leave", "share.transfer": return people(request)
    case "queue.list": return .result((account.connection.failed > 0 ? Sample.queue : Sample.emptyQueue).json)
    case "queue.retry": return changed(1, Words.retrying(1))
    case "queue.discard": return changed(1, Words.discarded(1))
    case "inbox.list":
      return .result(Sample.inbox(all: request.params["includeDismissed"] == true).json)
    case "inbox.dismiss": return changed(3, Words.dismissed(3))
    case "inbox.apply":
      if request.params["id"] == 14 {
        return .error(RPCError(.notAConflict, "Item 14 in the inbox is not a conflict."))
      }
      return .result(Sample.answer(Sample.leftBreast, "Updated left breast", isDryRun: isDryRun).json)
    default: return nil
    }
  }

  private static func people(_ request: Request) -> FakeDaemon.Reply {
    let ben = Sample.members.members[1]
    if request.params["member"] == "Cleo" {
      return .error(RPCError(.memberNotFound, "No one named \"Cleo\" shares Eva."))
    }
    func answer(_ message: String, _ member: Member = ben) -> FakeDaemon.Reply {
      let isDryRun = request.params["dryRun"] == true
      return .result(MemberAnswer(child: Sample.child, member: member, message: message, isDryRun: isDryRun).json)
    }
    switch request.method {
    case "share.role":
      let role = request.params["role"]?.stringValue.flatMap { Role(rawValue: $0) } ?? .viewer
      return answer(Words.roleChanged("Ben", to: role, of: "Eva"))
    case "share.remove": return answer(Words.memberRemoved("Ben", from: "Eva"))
    case "share.transfer": return answer(Words.transferred("Eva", to: "Ben"))
    // The last owner.
    default:
      return request.params["dryRun"] == true
        ? answer(Words.left("Eva"), Sample.members.members[0])
        : .error(RPCError(.lastOwner, "Eva needs an owner.", hint: "bbctl share transfer Ben"))
    }
  }

  private static func login(_ request: Request, knowing known: AccountRecord) -> FakeDaemon.Reply {
    if request.params["email"] == "taken@example.org" { return .error(RPCError(.emailTaken, Words.emailTaken)) }
    if request.params["password"] == "wrong" {
      return .error(RPCError(.wrongCredentials, "The e-mail address or the password is wrong."))
    }
    if request.params["email"] == "code@example.org", request.params["code"] == nil {
      return .error(
        RPCError(
          .codeNeeded, "To register on this server you need a code. Then: bbctl register --code CODE",
          fields: [FieldError("code", "is needed to register")]))
    }
    var account = Sample.anna
    // The daemon need not have counted them yet.
    if known.localEntries == nil { account.localEntries = 42 }
    let message =
      request.method == "account.login"
      ? Words.loggedIn(as: "Anna", host: "baby.example") : Words.registered("Anna", host: "baby.example")
    return .result(AccountAnswer(account: account, message: message).json)
  }

  private static func refresh(_ account: AccountStatus.Answer) -> FakeDaemon.Reply {
    switch account.connection.state {
    case .local: .error(RPCError(.noAccount, "Not logged in to a family server."))
    case .online: .result(DashboardRefresh.Answer(changes: 3, connection: account.connection).json)
    default: .result(DashboardRefresh.Answer(changes: 0, connection: account.connection).json)
    }
  }
}

extension Sample {
  static let emptyQueue = QueueList.Answer(
    items: [], unsent: 0, failed: 0, units: .milliliters, timeFormat: .twelveHour)
}
