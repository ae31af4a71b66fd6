import BabyModel
import TestSupport
import Foundation
import Testing

@testable import BabyAccount
@testable import BabyDaemon

@Suite("The places of tokens")
struct TokenStoresTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// - Parameter address: of a session bus; nil for a machine without a desktop.
  private func places(at address: String? = nil, credentials: String? = nil) -> TokenStores {
    let keyring = Keyring(
      address: address, dataDirectory: directory.path, installation: Identifier(high: 1, low: 1), limit: Patience.limit)
    return TokenStores(
      dataDirectory: directory.path, environment: credentials.map { ["CREDENTIALS_DIRECTORY": $0] } ?? [:],
      keyring: keyring)
  }

  private func account(_ place: TokenPlace?) throws -> KnownAccount {
    KnownAccount(
      server: try ServerAddress("https://baby.example.org"), user: UserID(high: 0, low: 1), email: "maya@example.org",
      name: "Maya", tokenPlace: place)
  }

  private func token(_ text: String = "bbs_1") throws -> SessionToken { try #require(SessionToken(text)) }

  @Test("are a private file if there is no keyring")
  func file() async throws {
    let places = places()
    let account = try account(.file)
    #expect(try await places.save(try token(), of: account.key, rejected: nil) == .file)
    #expect(try directory.names == ["account-\(account.key).token"])
    #expect(try directory.mode(of: "account-\(account.key).token") == 0o600)
    let stored = try await places.load(account, rejected: nil)
    #expect(stored == .init(token: try token(), place: .file))
    #expect(try await places.save(try token("bbs_2"), of: account.key, rejected: nil) == .file)
    #expect(try await places.load(account, rejected: nil)?.token.secret == "bbs_2")
    try await places.clear(account.key)
    try await places.clear(account.key)
    #expect(try directory.names == [])
    #expect(try await places.load(account, rejected: nil) == nil)
  }

  @Test("do not trust a file that others may read, or that is a link")
  func openFile() async throws {
    let account = try account(.file)
    try directory.write("bbs_1\n", to: "account-\(account.key).token", mode: 0o640)
    let error = await #expect(throws: TokenError.self) { try await places().load(account, rejected: nil) }
    #expect(error?.description.contains("chmod 600") == true)
    try FileManager.default.removeItem(atPath: directory.path + "/account-\(account.key).token")
    try directory.write("bbs_1\n", to: "elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/account-\(account.key).token", withDestinationPath: directory.path + "/elsewhere")
    await #expect(throws: TokenError.self) { try await places().load(account, rejected: nil) }
  }

  @Test(
    "are the keyring if there is one, and the file is removed",
    .enabled(if: RealKeyring.isInstalled, "\(RealKeyring.whyNot)"))
  func keyring() async throws {
    let real = try RealKeyring()
    let account = try account(.keyring)
    #expect(try await places().save(try token(), of: account.key, rejected: nil) == .file)
    let places = places(at: real.bus.address)
    #expect(try await places.save(try token("bbs_2"), of: account.key, rejected: nil) == .keyring)
    #expect(try directory.names == [])
    #expect(try await places.load(account, rejected: nil) == .init(token: try token("bbs_2"), place: .keyring))
    try await places.clear(account.key)
    #expect(try await places.load(account, rejected: nil) == nil)
  }

  @Test(
    "are never a file beside a locked keyring", .enabled(if: RealKeyring.isInstalled, "\(RealKeyring.whyNot)"))
  func locked() async throws {
    let real = try RealKeyring()
    let account = try account(.keyring)
    let places = places(at: real.bus.address)
    _ = try await places.save(try token(), of: account.key, rejected: nil)
    try real.lock()
    await #expect(throws: TokenError.keyring(.locked)) {
      try await places.save(try token("bbs_2"), of: account.key, rejected: nil)
    }
    await #expect(throws: TokenError.keyring(.locked)) { try await places.load(account, rejected: nil) }
    await #expect(throws: TokenError.keyring(.locked)) { try await places.clear(account.key) }
    #expect(try directory.names == [])
  }

  @Test(
    "are tested before there is a token, without leaving anything",
    .enabled(if: RealKeyring.isInstalled, "\(RealKeyring.whyNot)"))
  func triedOut() async throws {
    try await places().tryOut(rejected: nil)
    #expect(try directory.names == [])
    let real = try RealKeyring()
    let places = places(at: real.bus.address)
    try await places.tryOut(rejected: nil)
    #expect(try real.count(["application": "babybasics"]) == 0)
    try real.lock()
    await #expect(throws: TokenError.keyring(.locked)) { try await places.tryOut(rejected: nil) }
    #expect(try directory.names == [])
  }

  @Test("distinguish a keyring that is not running yet from a lost token")
  func notYet() async throws {
    let account = try account(.keyring)
    let error = await #expect(throws: TokenError.self) { try await places().load(account, rejected: nil) }
    guard case .keyring(.absent) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("of a logged-out account, or of none, contain nothing")
  func nobody() async throws {
    #expect(try await places().load(nil, rejected: nil) == nil)
    #expect(try await places().load(try account(nil), rejected: nil) == nil)
    #expect(try await places().load(try account(.credential), rejected: nil) == nil)
  }

  @Test("begin with systemd's credential, until the server has rejected it and while it stays the same")
  func credential() async throws {
    let credentials = try TemporaryDirectory()
    let places = places(credentials: credentials.path)
    let account = try account(nil)
    #expect(try await places.load(account, rejected: nil) == nil)
    try credentials.write("bbs_1\n", to: "babybasics-token", mode: 0o440)
    let stored = try #require(try await places.load(account, rejected: nil))
    #expect(stored == .init(token: try token(), place: .credential))
    #expect(try await places.load(nil, rejected: nil)?.place == .credential)
    await #expect(throws: TokenError.credentialInForce(credentials.path + "/babybasics-token")) {
      try await places.tryOut(rejected: nil)
    }
    await #expect(throws: TokenError.credentialInForce(credentials.path + "/babybasics-token")) {
      try await places.save(try token("bbs_2"), of: account.key, rejected: nil)
    }

    let rejected = stored.token.fingerprint
    #expect(try await places.load(account, rejected: rejected) == nil)
    #expect(try await places.save(try token("bbs_2"), of: account.key, rejected: rejected) == .file)
    #expect(try await places.load(try self.account(.file), rejected: rejected)?.place == .file)
    try credentials.write("bbs_3\n", to: "babybasics-token", mode: 0o440)
    #expect(try await places.load(try self.account(.file), rejected: rejected)?.token.secret == "bbs_3")
  }

  @Test("report an invalid token")
  func noToken() async throws {
    let credentials = try TemporaryDirectory()
    try credentials.write("two words", to: "babybasics-token")
    let places = places(credentials: credentials.path)
    let error = await #expect(throws: TokenError.self) { try await places.load(nil, rejected: nil) }
    #expect(error?.description.contains("it holds no token") == true)
    #expect(error?.description.contains("two words") == false)
  }

  @Test(
    "remove the remains of an earlier installation", .enabled(if: RealKeyring.isInstalled, "\(RealKeyring.whyNot)"))
  func purging() async throws {
    let real = try RealKeyring()
    let old = Keyring(
      address: real.bus.address, dataDirectory: directory.path, installation: Identifier(high: 1, low: 2),
      limit: Patience.limit)
    try await old.save(try token(), of: "a")
    try directory.write("bbs_1\n", to: "account-a.token")
    try directory.write("bbs_1\n", to: "account-b.token")
    try directory.write("", to: "account-a.db")
    #expect(try await places(at: real.bus.address).purge(keeping: ["b"]) == 2)
    #expect(try directory.names == ["account-a.db", "account-b.token"])
    #expect(try real.count(["application": "babybasics"]) == 0)
  }

  @Test("are searched for old tokens later if no keyring is running")
  func laterPurge() async throws {
    try directory.write("bbs_1\n", to: "account-a.token")
    await #expect(throws: TokenError.self) { try await places().purge(keeping: []) }
    #expect(try directory.names == [])
  }
}
