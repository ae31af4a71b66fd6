public import BabyModel
public import BabyProtocol

/// The operations of the API. Refer to them only by these constants.
public enum Operations {
  // MARK: Accounts

  public static let authRegister = TypedOperation<Registration, NewSession>(
    "auth.register", .post, "/v1/auth/register",
    "Creates an account and begins a session; with the code of a share it accepts that too.", access: .anybody,
    parameters: [.device, .sessionName, .page], success: 201, errors: [.forbidden, .emailTaken, .rateLimited])

  public static let authLogin = TypedOperation<Credentials, NewSession>(
    "auth.login", .post, "/v1/auth/login", "Begins a session.", access: .anybody,
    parameters: [.device, .sessionName, .page], errors: [.wrongCredentials, .forbidden, .rateLimited])

  public static let authReset = TypedOperation<PasswordReset, NewSession>(
    "auth.reset", .post, "/v1/auth/reset",
    "Resets a forgotten password with an administrator's code, ends all sessions, and begins one.", access: .anybody,
    parameters: [.device, .sessionName, .page], errors: [.forbidden, .rateLimited])

  public static let authLogout = TypedOperation<Never, Never>(
    "auth.logout", .post, "/v1/auth/logout", "Ends the session whose token is sent.", access: .account)

  public static let meGet = TypedOperation<Never, User>(
    "me.get", .get, "/v1/me", "The user whose session it is.", access: .account)

  public static let meUpdate = TypedOperation<UserPatch, User>(
    "me.update", .patch, "/v1/me", "Changes the caller's name or, with the password, the e-mail address.",
    access: .account, parameters: [.device], errors: [.wrongCredentials, .emailTaken, .rateLimited])

  public static let mePassword = TypedOperation<PasswordChange, Never>(
    "me.password", .post, "/v1/me/password", "Changes the caller's password and ends all other sessions.",
    access: .account, parameters: [.device], errors: [.wrongCredentials, .rateLimited])

  public static let meErasure = TypedOperation<Never, ErasedChildren>(
    "me.erasure", .get, "/v1/me/erasure",
    "Lists the children that would be erased with the account, because they have no other owner.", access: .account)

  public static let meErase = TypedOperation<AccountErasure, ErasedChildren>(
    "me.erase", .delete, "/v1/me",
    """
    Erases the account and the children that have no other owner, with all their entries, also for those who share \
    them. Returns those children. Needs the account's password.
    """, access: .account, parameters: [.device], errors: [.wrongCredentials, .rateLimited])

  public static let sessionsList = TypedOperation<Never, AccountSessions.Answer>(
    "sessions.list", .get, "/v1/sessions", "Lists the caller's sessions, the one used last first.", access: .account)

  public static let sessionsRename = TypedOperation<SessionPatch, AccountSession>(
    "sessions.rename", .patch, "/v1/sessions/{session}", "Gives a session of the caller's another name.",
    access: .account, errors: [.notFound])

  public static let sessionsEnd = TypedOperation<Never, Never>(
    "sessions.end", .delete, "/v1/sessions/{session}", "Ends a session of the caller's.", access: .account,
    errors: [.notFound])

  public static let sessionsEndOthers = TypedOperation<Never, EndedSessions>(
    "sessions.endOthers", .delete, "/v1/sessions", "Ends all sessions of the caller's but the one that asks.",
    access: .account)

  public static let settingsGet = TypedOperation<Never, SettingsList.Answer>(
    "settings.get", .get, "/v1/settings", "Returns all settings of the caller.", access: .account)

  public static let settingsPut = TypedOperation<SettingValues, SettingsList.Answer>(
    "settings.put", .put, "/v1/settings", "Replaces all settings of the caller.", access: .account,
    parameters: [.idempotencyKey])

  public static let settingsChange = TypedOperation<SharedSettingRecord, SharedSettingRecord>(
    "settings.change", .patch, "/v1/settings",
    "Sets or resets one setting of the caller's or of a child, for all machines; caregivers and owners change a child's.",
    access: .account, parameters: [.idempotencyKey], errors: [.forbidden, .notFound])

  // MARK: Children

  public static let childrenList = TypedOperation<Never, SharedChildList>(
    "children.list", .get, "/v1/children", "Lists the children that the caller may see.", access: .account)

  public static let childrenAdd = TypedOperation<NewChild, SharedChild>(
    "children.add", .post, "/v1/children",
    "Adds a child owned by the caller, or brings back a removed one of the caller's.", access: .account,
    parameters: [.idempotencyKey], success: 201, errors: [.notFound])

  public static let childrenUpdate = TypedOperation<ChildPatch, SharedChild>(
    "children.update", .patch, "/v1/children/{child}", "Changes a child.", access: .role(.owner),
    parameters: [.idempotencyKey, .ifMatch], errors: [.changed])

  public static let childrenRemove = TypedOperation<Never, Never>(
    "children.remove", .delete, "/v1/children/{child}", "Removes a child, for everybody who shares it.",
    access: .role(.owner), parameters: [.idempotencyKey])

  public static let dashboardGet = TypedOperation<Never, DashboardGet.Answer>(
    "dashboard.get", .get, "/v1/children/{child}/dashboard", "Returns a child's day so far.", access: .role(.viewer),
    parameters: [.ifNoneMatch])

  public static let overviewGet = TypedOperation<Never, Overview>(
    "overview.get", .get, "/v1/overview",
    "Returns the caller, their children, and one child's day so far: what a page shows first, in one answer.",
    access: .account,
    parameters: [.init("child", .query, "The child whose day it is; default, and for a child that is gone: the first.")]
  )

  public static let predictionsGet = TypedOperation<Never, PredictionList>(
    "predictions.get", .get, "/v1/children/{child}/predictions",
    "Predicts what is likely to come next, as a daemon does: nap, bedtime, feed, wake-up; or says why not.",
    access: .role(.viewer), parameters: [.ifNoneMatch])

  public static let remindersList = TypedOperation<Never, DueReminders>(
    "reminders.list", .get, "/v1/children/{child}/reminders",
    "Lists a child's reminders that are due or were snoozed, as a daemon does.", access: .role(.viewer),
    parameters: [.ifNoneMatch])

  public static let chartsGet = TypedOperation<Never, Never>(
    "charts.get", .get, "/v1/children/{child}/charts/{figure}.svg",
    "Draws a picture of a child's log, as a daemon does. Its title and description say the same in words.",
    access: .role(.viewer),
    parameters: [
      .init(
        "days", .query, "How many days, 1 to 3660; default: 1 for day, all for growth, and 14 for the others.",
        .integer(minimum: 1)),
      .init(
        "earlier", .query,
        "How many periods of as many days before the one that ends today; default: 0. No more than the last 3660 days.",
        .integer(minimum: 0)),
      .init("whole", .query, "All days since the first entry; not with days or earlier.", .boolean),
      .init("on", .query, "The background; default: light.", ChartBackground.schema),
      .init(
        "width", .query, "How wide the picture is in pixels, 320 to 1440; default: 720.", .integer(minimum: 320)),
      .ifNoneMatch,
    ], success: 200, media: .svg)

  // MARK: Entries

  public static let entriesList = TypedOperation<Never, EntryList>(
    "entries.list", .get, "/v1/children/{child}/entries", "Lists a child's entries, newest first.",
    access: .role(.viewer),
    parameters: [
      .init("day", .query, "A day in the child's time zone; not with from or to.", .string(format: "date")),
      .init(
        "from", .query, "Only entries from this time on, and those still running then.", .string(format: "date-time")),
      .init("to", .query, "Only entries that began before this time.", .string(format: "date-time")),
      .init("kind", .query, "Only entries of these kinds, separated by commas."),
      .init(
        "q", .query,
        "Only entries with this text, of at most 200 bytes, in kind, note, details or clock time. A page may have "
          + "fewer entries than match, or none; its nextCursor continues."),
      .init(
        "limit", .query, "How many entries to return at most, 1 to 1000; default: 100.", .integer(minimum: 1)),
      .init("cursor", .query, "The nextCursor of the previous page."),
    ])

  public static let entriesPut = TypedOperation<SharedEntryDraft, SharedEntryRecord>(
    "entries.put", .put, "/v1/entries/{entry}", "Creates or replaces an entry.", access: .role(.caregiver),
    parameters: [.idempotencyKey, .ifMatch, .ifAbsent], errors: [.timerRunning, .entryDeleted, .changed])

  public static let entriesDelete = TypedOperation<Never, SharedEntryRecord>(
    "entries.delete", .delete, "/v1/entries/{entry}", "Deletes an entry, leaving a tombstone.",
    access: .role(.caregiver), parameters: [.idempotencyKey, .ifMatch], errors: [.changed])

  public static let phrasesRead = TypedOperation<PhraseRequest, PhraseAnswer>(
    "phrases.read", .post, "/v1/children/{child}/phrases",
    "Reads a phrase about a child as a daemon would, and returns what it would log. Writes nothing.",
    access: .role(.caregiver), errors: [.timerRunning, .phraseUnclear, .phraseRefused])

  public static let changesList = TypedOperation<Never, ChangeList>(
    "changes.list", .get, "/v1/changes", "Lists what has changed for the caller, in order.", access: .account,
    parameters: [
      .init("since", .query, "The position from an earlier answer; default: everything."),
      .init(
        "limit", .query, "How many entries to return at most, 1 to 1000; default: 500.", .integer(minimum: 1)),
      .ifNoneMatch,
      .init(
        SettingsHeader.name, .header,
        "The settingsPosition from an earlier answer, or 0: then settings are included. Default: they are not."),
    ], errors: [.epochUnknown])

  public static let eventsFollow = TypedOperation<Never, Never>(
    "events.follow", .get, "/v1/events",
    "Tells that something has changed for the caller, as server-sent events, for as long as the session lives. An event "
      + "says not what: ask for the changes. Their ETag ends with the event's id once they contain it.",
    access: .account,
    parameters: [
      .init(
        "Last-Event-ID", .header, "The id of the last event; without it, or if it is an older one, one comes at once.")
    ], success: 200, media: .events)

  // MARK: Sharing

  public static let sharesCreate = TypedOperation<NewShare, CreatedShare>(
    "shares.create", .post, "/v1/children/{child}/shares", "Creates an invitation to share a child.",
    access: .role(.owner), success: 201)

  public static let sharesList = TypedOperation<Never, OpenShares>(
    "shares.list", .get, "/v1/children/{child}/shares", "Lists the invitations that have not been accepted yet.",
    access: .role(.owner))

  public static let sharesRevoke = TypedOperation<Never, Never>(
    "shares.revoke", .delete, "/v1/children/{child}/shares/{share}", "Cancels an invitation.", access: .role(.owner))

  public static let sharesAccept = TypedOperation<ShareCode, SharedChild>(
    "shares.accept", .post, "/v1/shares/accept", "Accepts an invitation and shares its child.", access: .account,
    errors: [.notFound, .alreadyMember])

  public static let membersList = TypedOperation<Never, MemberList>(
    "members.list", .get, "/v1/children/{child}/members", "Lists who shares a child.", access: .role(.viewer))

  public static let membersUpdate = TypedOperation<MemberPatch, Member>(
    "members.update", .patch, "/v1/children/{child}/members/{user}", "Changes what a member may do with a child.",
    access: .role(.owner), errors: [.lastOwner])

  public static let membersRemove = TypedOperation<Never, Never>(
    "members.remove", .delete, "/v1/children/{child}/members/{user}",
    "Ends a share of a child: the caller's own, or, for an owner, another member's.", access: .role(.viewer),
    errors: [.forbidden, .lastOwner])

  public static let membersTransfer = TypedOperation<NewOwner, MemberList>(
    "members.transfer", .post, "/v1/children/{child}/transfer",
    "Makes a member the owner in place of the caller, who stays as a caregiver.", access: .role(.owner))

  // MARK: Push

  public static let pushKey = TypedOperation<Never, PushKey>(
    "push.key", .get, "/v1/push", "Returns the key by which push services know this server.", access: .account)

  public static let pushGet = TypedOperation<Never, PushSubscriptionRecord>(
    "push.get", .get, "/v1/push/subscription", "Returns this session's push subscription.",
    access: .account, errors: [.notFound])

  public static let pushPut = TypedOperation<NewPushSubscription, PushSubscriptionRecord>(
    "push.put", .put, "/v1/push/subscription",
    "Subscribes this session's browser to reminders, by its maker's push service, until the session ends.",
    access: .account)

  public static let pushRemove = TypedOperation<Never, Never>(
    "push.remove", .delete, "/v1/push/subscription", "Ends this session's push subscription.",
    access: .account)

  // MARK: The service

  public static let healthGet = TypedOperation<Never, Health>(
    "health.get", .get, "/healthz", "Checks that the server and its database answer.", access: .anybody)

  public static let openAPIGet = TypedOperation<Never, JSON>(
    "openapi.get", .get, "/v1/openapi.json", "Returns this document.", access: .anybody)

  /// In the order of the reference.
  fileprivate static let all: [Operation] = [
    authRegister.operation, authLogin.operation, authReset.operation, authLogout.operation,
    meGet.operation, meUpdate.operation, mePassword.operation, meErasure.operation,
    meErase.operation,
    sessionsList.operation, sessionsRename.operation, sessionsEnd.operation, sessionsEndOthers.operation,
    settingsGet.operation, settingsPut.operation, settingsChange.operation,
    childrenList.operation, childrenAdd.operation, childrenUpdate.operation, childrenRemove.operation,
    dashboardGet.operation, overviewGet.operation, predictionsGet.operation, remindersList.operation,
    chartsGet.operation,
    entriesList.operation, entriesPut.operation, entriesDelete.operation, phrasesRead.operation,
    changesList.operation,
    eventsFollow.operation,
    sharesCreate.operation, sharesList.operation, sharesRevoke.operation, sharesAccept.operation, membersList.operation,
    membersUpdate.operation, membersRemove.operation, membersTransfer.operation,
    pushKey.operation, pushGet.operation, pushPut.operation, pushRemove.operation,
    healthGet.operation, openAPIGet.operation,
  ]
}

extension Operation {
  /// The whole API, in the order of the reference.
  public static let all = Operations.all
}
