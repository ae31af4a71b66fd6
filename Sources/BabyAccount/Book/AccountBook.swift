package import BabyModel
package import BabyProtocol

/// The accounts that are known here, and which of them is in use.
package struct AccountBook: Hashable, Sendable {
  /// Minted with the book. A token in the keyring that names another one is of a book that is gone.
  let installation: Identifier<AccountBook>
  /// The one that was in use last comes last.
  private(set) var accounts: [KnownAccount] = []
  /// Key of the account whose database is open; nil for the one without an account.
  package private(set) var currentKey: String?
  /// Fingerprint of a systemd credential that the server has rejected: it counts as none until it changes.
  var rejectedCredential: String?
  /// No token of an earlier book is left in the keyring.
  var isKeyringPurged = false

  init(installation: Identifier<AccountBook>) { self.installation = installation }

  package var current: KnownAccount? { currentKey.flatMap { self[$0] } }

  /// The owner of the log in use.
  package var logOwner: LogOwner {
    current.map { .account(LogAccount(server: $0.server, user: $0.user)) } ?? .machine
  }

  /// The account whose e-mail address and server are the defaults of the next login.
  package var offered: KnownAccount? { current ?? accounts.last }

  package var state: AccountState {
    if accounts.isEmpty { return .onboarding }
    return current?.tokenPlace == nil ? .unauthenticated : .authenticated
  }

  /// The account with a key.
  subscript(key: String) -> KnownAccount? { accounts.first { $0.key == key } }

  /// Makes an account the current one, replacing its earlier data.
  mutating func use(_ account: KnownAccount) {
    accounts.removeAll { $0.key == account.key }
    accounts.append(account)
    currentKey = account.key
  }

  /// Notes what the account in use is called now.
  mutating func takeOver(_ user: User) {
    guard let index = accounts.firstIndex(where: { $0.key == currentKey }), accounts[index].user == user.id else {
      return
    }
    (accounts[index].name, accounts[index].email) = (user.name, user.email)
  }

  /// Notes that an account has no session any more.
  mutating func sessionEnded(of key: String) {
    guard let index = accounts.firstIndex(where: { $0.key == key }) else { return }
    accounts[index].tokenPlace = nil
  }

  /// Forgets all accounts. A credential that was logged out stays rejected.
  mutating func forgetAccounts() {
    accounts = []
    currentKey = nil
  }
}

extension AccountBook: WireObject {
  /// Of the file. One with a higher number holds what this version would lose.
  static let version = 1

  package init(reading members: inout ObjectReader) throws(WireError) {
    installation = try members.required("installation", "Names the tokens that are this book's.")
    accounts = try members.required("accounts", "The one that was in use last comes last.")
    currentKey = try members.optional("current", "Key of the account in use; null without one.")
    rejectedCredential = try members.optional("rejectedCredential", "SHA-256 of a credential that is not used again.")
    isKeyringPurged = try members.flag("isKeyringPurged", "No token of an earlier book is in the keyring.")
    guard currentKey == nil || current != nil else {
      throw WireError(path: "current", message: "is not an account's key")
    }
  }

  package func write(to members: inout ObjectWriter) {
    members.field("version", Self.version)
    members.field("installation", installation)
    members.field("accounts", accounts)
    members.nullable("current", currentKey)
    members.field("rejectedCredential", rejectedCredential)
    members.flag("isKeyringPurged", isKeyringPurged)
  }
}

/// An account that has been used here, with everything that is stored about it except the token.
package struct KnownAccount: Hashable, Sendable {
  package let server: ServerAddress
  package let user: UserID
  package var email: String
  package var name: String
  /// Where its session's token is stored; nil without one.
  package var tokenPlace: TokenPlace?

  /// Names the account's database and its token, and says nothing about it.
  package var key: String { Self.key(server: server, user: user) }

  /// 128 bits, in hexadecimal digits: the same account has the same database at each login.
  static func key(server: ServerAddress, user: UserID) -> String {
    String(fingerprint(of: "\(server) \(user)").prefix(32))
  }
}

extension KnownAccount: WireObject {
  package init(reading members: inout ObjectReader) throws(WireError) {
    server = try members.required("server", "URL of the family server.")
    user = try members.required("user", "The account's id there.")
    email = try members.required("email", "Offered at the next login.")
    name = try members.required("name", "The name that other caregivers see.")
    tokenPlace = try members.optional("tokenPlace", "Where the token is; null without a session.")
  }

  package func write(to members: inout ObjectWriter) {
    members.field("server", server)
    members.field("user", user)
    members.field("email", email)
    members.field("name", name)
    members.nullable("tokenPlace", tokenPlace)
  }
}
