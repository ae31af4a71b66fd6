public import BabyModel

/// Whether somebody is logged in to a family server, and as whom.
public struct AccountRecord: Hashable, WireObject {
  public static var schemaName: String? { "Account" }

  public var state: AccountState
  /// Origin of the server that is or was logged in to last: `https://baby.example`.
  public var server: String?
  public var email: String?
  /// As other caregivers see it on entries.
  public var name: String?
  /// Where the session's token is kept; nil while there is none.
  public var tokenPlace: TokenPlace?
  /// Entries that were logged without an account and can be uploaded; nil where that cannot be.
  public var localEntries: Int?
  /// The server to offer where none was logged in to.
  public var defaultServer: String?

  public init(
    state: AccountState, server: String? = nil, email: String? = nil, name: String? = nil,
    tokenPlace: TokenPlace? = nil, localEntries: Int? = nil, defaultServer: String? = nil
  ) {
    self.state = state
    self.server = server
    self.email = email
    self.name = name
    self.tokenPlace = tokenPlace
    self.localEntries = localEntries
    self.defaultServer = defaultServer
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    state = try members.required(
      "state", "onboarding: nobody has ever logged in; unauthenticated: nobody is logged in any more.")
    server = try members.optional("server", "The server that is logged in to, or was last.")
    email = try members.optional("email", "E-mail address of the account.")
    name = try members.optional("name", "Name of the account, as other caregivers see it.")
    tokenPlace = try members.optional("tokenPlace", "Where the session's token is kept; left out if there is none.")
    localEntries = try members.optional("localEntries", "How many entries logged without an account can be uploaded.")
    defaultServer = try members.optional("defaultServer", "The server to suggest at the first login.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("state", state)
    members.field("server", server)
    members.field("email", email)
    members.field("name", name)
    members.field("tokenPlace", tokenPlace)
    members.field("localEntries", localEntries)
    members.field("defaultServer", defaultServer)
  }
}

/// The answer to every call that changes who is logged in.
public struct AccountAnswer: WireObject {
  public static var schemaName: String? { "AccountAnswer" }

  public var account: AccountRecord
  /// What was done, as a person reads it.
  public var message: String
  /// The daemon goes on with another database: it closes every connection, and calls go on over new ones.
  public var isMoving: Bool

  public init(account: AccountRecord, message: String, isMoving: Bool = false) {
    self.account = account
    self.message = message
    self.isMoving = isMoving
  }

  public init(reading members: inout ObjectReader) throws(WireError) {
    account = try members.required("account", "The account as it is now.")
    message = try members.required("message", "What was done, in words.")
    isMoving = try members.flag(
      "moving", "True when the daemon switches to another database: it closes all connections and accepts new ones.")
  }

  public func write(to members: inout ObjectWriter) {
    members.field("account", account)
    members.field("message", message)
    members.flag("moving", isMoving)
  }
}
