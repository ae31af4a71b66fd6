import BabyModel
import BabyProtocol

extension Operation {
  /// The whole API, in the order of the reference.
  public static let all: [Operation] = accounts + children + entries + sharing + service

  private static let accounts: [Operation] = [
    Operation(
      "auth.register", .post, "/v1/auth/register", "Creates an account and begins a session.", access: .anybody,
      parameters: [.device], body: Registration.self, success: 201, answer: NewSession.self,
      errors: [.forbidden, .emailTaken, .rateLimited]),
    Operation(
      "auth.login", .post, "/v1/auth/login", "Begins a session.", access: .anybody, parameters: [.device],
      body: Credentials.self, answer: NewSession.self, errors: [.wrongCredentials, .rateLimited]),
    Operation(
      "auth.logout", .post, "/v1/auth/logout", "Ends the session whose token is sent.", access: .account,
      success: 204, answer: nil),
    Operation("me.get", .get, "/v1/me", "The user whose session it is.", access: .account, answer: User.self),
    Operation(
      "me.erase", .delete, "/v1/me",
      "Erases the account and the children it owns, with all their entries, also for those who share them.",
      access: .account, success: 204, answer: nil),
    Operation(
      "settings.get", .get, "/v1/settings", "Returns all settings of the caller.", access: .account,
      answer: SettingsList.Answer.self),
    Operation(
      "settings.put", .put, "/v1/settings", "Replaces all settings of the caller.", access: .account,
      parameters: [.idempotencyKey], body: SettingValues.self, answer: SettingsList.Answer.self),
  ]

  private static let children: [Operation] = [
    Operation(
      "children.list", .get, "/v1/children", "Lists the children that the caller may see.", access: .account,
      answer: SharedChildList.self),
    Operation(
      "children.add", .post, "/v1/children",
      "Adds a child owned by the caller, or brings back a removed one of the caller's.",
      access: .account,
      parameters: [.idempotencyKey], body: NewChild.self, success: 201, answer: SharedChild.self, errors: [.notFound]),
    Operation(
      "children.update", .patch, "/v1/children/{child}", "Changes a child.", access: .role(.owner),
      parameters: [.idempotencyKey, .ifMatch], body: ChildPatch.self, answer: SharedChild.self, errors: [.changed]),
    Operation(
      "children.remove", .delete, "/v1/children/{child}", "Removes a child, for everybody who shares it.",
      access: .role(.owner), parameters: [.idempotencyKey], success: 204, answer: nil),
    Operation(
      "dashboard.get", .get, "/v1/children/{child}/dashboard", "Returns a child's day so far.", access: .role(.viewer),
      parameters: [.ifNoneMatch], answer: DashboardGet.Answer.self),
  ]

  private static let entries: [Operation] = [
    Operation(
      "entries.list", .get, "/v1/children/{child}/entries", "Lists a child's entries, newest first.",
      access: .role(.viewer),
      parameters: [
        Parameter("day", .query, "A day in the child's time zone; not with from or to.", .string(format: "date")),
        Parameter(
          "from", .query, "Only entries from this time on, and those still running then.", .string(format: "date-time")),
        Parameter("to", .query, "Only entries that began before this time.", .string(format: "date-time")),
        Parameter("kind", .query, "Only entries of these kinds, separated by commas."),
        Parameter(
          "q", .query, "Only entries with this text, of at most 200 bytes, in kind, note, details or clock time."),
        Parameter(
          "limit", .query, "How many entries to return at most, 1 to 1000; default: 100.", .integer(minimum: 1)),
        Parameter("cursor", .query, "The nextCursor of the previous page."),
      ], answer: EntryList.self),
    Operation(
      "entries.put", .put, "/v1/entries/{entry}", "Creates or replaces an entry.", access: .role(.caregiver),
      parameters: [.idempotencyKey, .ifMatch, .ifAbsent], body: SharedEntryDraft.self, answer: SharedEntryRecord.self,
      errors: [.timerRunning, .entryDeleted, .changed]),
    Operation(
      "entries.delete", .delete, "/v1/entries/{entry}", "Deletes an entry, leaving a tombstone.",
      access: .role(.caregiver), parameters: [.idempotencyKey, .ifMatch], answer: SharedEntryRecord.self,
      errors: [.changed]),
    Operation(
      "changes.list", .get, "/v1/changes", "Lists what has changed for the caller, in order.", access: .account,
      parameters: [
        Parameter("since", .query, "The position from an earlier answer; default: everything."),
        Parameter(
          "limit", .query, "How many entries to return at most, 1 to 1000; default: 500.", .integer(minimum: 1)),
        .ifNoneMatch,
      ], answer: ChangeList.self, errors: [.epochUnknown]),
  ]

  private static let sharing: [Operation] = [
    Operation(
      "shares.create", .post, "/v1/children/{child}/shares", "Creates an invitation to share a child.",
      access: .role(.owner), body: NewShare.self, success: 201, answer: CreatedShare.self),
    Operation(
      "shares.list", .get, "/v1/children/{child}/shares", "Lists the invitations that have not been accepted yet.",
      access: .role(.owner), answer: OpenShares.self),
    Operation(
      "shares.revoke", .delete, "/v1/children/{child}/shares/{share}", "Cancels an invitation.",
      access: .role(.owner), success: 204, answer: nil),
    Operation(
      "shares.accept", .post, "/v1/shares/accept", "Accepts an invitation and shares its child.", access: .account,
      body: ShareCode.self, answer: SharedChild.self, errors: [.notFound, .alreadyMember]),
    Operation(
      "members.list", .get, "/v1/children/{child}/members", "Lists who shares a child.", access: .role(.viewer),
      answer: MemberList.self),
  ]

  private static let service: [Operation] = [
    Operation(
      "health.get", .get, "/healthz", "Checks that the server and its database answer.", access: .anybody,
      answer: Health.self),
    Operation(
      "openapi.get", .get, "/v1/openapi.json", "Returns this document.", access: .anybody, answer: JSON.self),
  ]
}
