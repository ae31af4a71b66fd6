package import BabyModel
package import BabyProtocol
package import SystemCalls

/// The accounts that are known here, and which of them is in use.
@WireMembers
package struct AccountBook: WireObject, Hashable {
  /// The version that this program writes. A book with a higher one holds what this program would lose.
  static let version = 1

  /// Version of the file.
  fileprivate(set) var version: Int = Self.version
  /// Minted with the book. A token in the keyring that names another one is of a book that is gone.
  let installation: Identifier<AccountBook>
  /// The one that was in use last comes last.
  private(set) var accounts: [KnownAccount]
  /// Key of the account whose database is open; nil for the one without an account.
  @Wire("current") package private(set) var currentKey: String?
  /// Fingerprint of a systemd credential that the server has rejected: it counts as none until it changes.
  var rejectedCredential: String?
  /// No token of an earlier book is left in the keyring.
  var isKeyringPurged: Bool = false

  init(installation: Identifier<AccountBook>) {
    self.installation = installation
    accounts = []
  }

  package func checkMembers() throws(WireError) {
    guard currentKey == nil || current != nil else {
      throw WireError(path: "current", message: "is not an account's key")
    }
  }

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

/// An account that has been used here, with everything that is stored about it except the token.
@WireMembers
package struct KnownAccount: WireObject, Hashable {
  /// URL of the family server.
  package let server: ServerAddress
  /// The account's id there.
  package let user: UserID
  /// Offered at the next login.
  package var email: String
  /// The name that other caregivers see.
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

/// Where the account book lies: `accounts.json` in the directory of the databases.
package struct AccountBookFile: Sendable {
  private let file: PrivateFile

  init(dataDirectory: String) { file = PrivateFile(path: dataDirectory + "/accounts.json") }

  struct Opened {
    var book: AccountBook
    /// The new path of a damaged book, and what is wrong with it.
    var setAside: (path: String, reason: String)?
  }

  /// Why the book cannot be used.
  package enum Failure: Error, CustomStringConvertible {
    case file(FileFailure)
    /// A newer version of the program has written it.
    case newer(path: String)

    package var description: String {
      switch self {
      case .file(let failure): failure.description
      case .newer(let path):
        "\(path) was written by a newer version of Baby Basics. Install that version again."
      }
    }
  }

  /// Reads the book, or creates a new one, which is written to the file later.
  ///
  /// A damaged file is set aside, never overwritten. Its accounts are known again at the next login, with everything in
  /// their databases.
  ///
  /// - Parameter now: names a damaged file and dates the new book's id.
  func open(at now: Instant, ids: IDGenerator) throws(Failure) -> Opened {
    let bytes: [UInt8]?
    do { bytes = try file.read() } catch { throw .file(error) }
    guard let bytes else { return Opened(book: AccountBook(installation: ids.next(at: now))) }
    let reason: String
    do {
      let json = try JSON(parsing: bytes)
      if let version = json["version"]?.integerValue, version > AccountBook.version {
        throw Failure.newer(path: file.path)
      }
      var book = try AccountBook(json: json)
      // It is written again as this program's.
      book.version = AccountBook.version
      return Opened(book: book)
    } catch let error as Failure {
      throw error
    } catch let error as WireError {
      reason = error.sentence
    } catch {
      reason = "It is not JSON: \(error)"
    }
    let target = "\(file.path).damaged-\(now.fileStamp)"
    do throws(FileFailure) { try file.move(to: target) } catch { throw .file(error) }
    return Opened(book: AccountBook(installation: ids.next(at: now)), setAside: (target, reason))
  }

  /// Returns when the book is on the disk.
  func write(_ book: AccountBook) throws(FileFailure) { try file.write(book.encoded) }
}
