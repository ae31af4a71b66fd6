import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import Logging
import Testing

@testable import BabyAccount

@Suite("The account, over a restart of the daemon")
struct AccountManagerTests {
  private let credentials = Credentials(email: "anna@example.org", password: Family.password)

  @Test("is not logged out while the token is still being looked for")
  func connecting() async throws {
    try await Family.run { family in
      try await withDirectory { directory in
        let first = try open(with: family, in: directory)
        #expect(first.connectionStatus.state == .local)
        _ = try await first.login(credentials, at: try Family.address(family.proxy.port))

        let second = try open(with: family, in: directory)
        #expect(second.connectionStatus.state == .connecting)
        #expect(second.session == nil)
        await second.resume()
        #expect(second.session != nil)
        #expect(second.connectionStatus.state == .connecting)

        _ = try await second.logout(isLocal: true)
        let third = try open(with: family, in: directory)
        #expect(third.connectionStatus.state == .unauthenticated)
      }
    }
  }

  @Test("is none if the account's database cannot be made, and the server has no session left over")
  func noRoom() async throws {
    try await Family.run { family in
      try await withDirectory { directory in
        let address = try Family.address(family.proxy.port)
        let key = try await withDirectory { elsewhere in
          let accounts = try open(with: family, in: elsewhere)
          return try await accounts.login(credentials, at: address).key
        }
        // A file cannot be where a folder is.
        try FileManager.default.createDirectory(
          atPath: AccountFile.path(dataDirectory: directory, account: key), withIntermediateDirectories: false)
        let accounts = try open(with: family, in: directory)
        await #expect(throws: BabyError.self) { try await accounts.login(credentials, at: address) }
        #expect(family.proxy.seen.last?.target.hasSuffix("/logout") == true)
        #expect(accounts.book.currentKey == nil)
        #expect(accounts.session == nil)
        #expect(try open(with: family, in: directory).connectionStatus.state == .local)
      }
    }
  }

  @Test("is not registered on the server if its token could not be kept")
  func noPlace() async throws {
    try await Family.run { family in
      try await withDirectory { directory in
        let accounts = try open(with: family, in: directory)
        let (address, seen) = (try Family.address(family.proxy.port), family.proxy.seen.count)
        let registration = Registration(email: "ben@example.org", password: Family.password, name: "Ben")
        // A file cannot be where a folder is.
        let place = directory + "/account-trial.token"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        await #expect(throws: TokenError.self) { try await accounts.register(registration, at: address) }
        await #expect(throws: TokenError.self) { try await accounts.login(credentials, at: address) }
        #expect(family.proxy.seen.count == seen)
        try FileManager.default.removeItem(atPath: place)
        #expect(try await accounts.register(registration, at: address).name == "Ben")
      }
    }
  }

  @Test("is reported as created if the login fails after all")
  func madeOnly() async throws {
    try await Family.run { family in
      try await withDirectory { directory in
        let accounts = try open(with: family, in: directory)
        let book = directory + "/accounts.json"
        family.proxy.follow { request in
          if request.target.hasSuffix("/register") {
            try? FileManager.default.createDirectory(atPath: book, withIntermediateDirectories: false)
          }
          return .none
        }
        let registration = Registration(email: "ben@example.org", password: Family.password, name: "Ben")
        let error = await #expect(throws: RPCError.self) {
          try await accounts.register(registration, at: try Family.address(family.proxy.port))
        }
        #expect(error?.message.hasPrefix("The account was created") == true)
        #expect(error?.message.hasSuffix("bbctl login") == true)
        #expect(accounts.session == nil)
      }
    }
  }

  @Test("keeps earlier settings, such as units, if it is new here, and changes none if it is not")
  func settings() async throws {
    try await Family.run { family in
      _ = try await family.register("Ben")
      try await withDirectory { directory in
        let accounts = try open(with: family, in: directory)
        let address = try Family.address(family.proxy.port)
        try await set("oz", in: accounts.localDatabasePath, keepsOutbox: false)
        _ = try await accounts.login(credentials, at: address)
        #expect(try await units(in: accounts.databasePath) == "oz")
        // The same person at another account.
        _ = try await accounts.login(Credentials(email: "ben@example.org", password: Family.password), at: address)
        #expect(try await units(in: accounts.databasePath) == "oz")
        try await set(nil, in: accounts.databasePath, keepsOutbox: true, syncedAt: Family.noon)
        _ = try await accounts.login(credentials, at: address)
        _ = try await accounts.login(Credentials(email: "ben@example.org", password: Family.password), at: address)
        #expect(try await units(in: accounts.databasePath) == nil)
      }
    }
  }

  private func set(_ units: String?, in path: String, keepsOutbox: Bool, syncedAt: Instant? = nil) async throws {
    let store = try Store.open(
      path: path, now: Family.noon, keepsOutbox: keepsOutbox, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor)
    try await store.write(WriteContext(uid: 0, client: "test", at: Family.noon)) { transaction in
      try transaction.setSetting("units", units, child: nil)
      var state = try transaction.read.syncState()
      state.syncedAt = syncedAt
      try transaction.setSyncState(state)
    }
    try store.close()
  }

  private func units(in path: String) async throws -> String? {
    let store = try Store.open(
      path: path, now: Family.noon, keepsOutbox: true, readExecutor: globalConcurrentExecutor,
      writeExecutor: globalConcurrentExecutor)
    defer { try? store.close() }
    return try await store.read { try $0.settings(child: nil)["units"] }
  }

  private func open(with family: Family, in directory: String) throws -> AccountManager {
    try AccountManager(
      in: directory, environment: [:], defaultServer: nil, ids: IDGenerator(), clock: { Family.noon },
      disk: globalConcurrentExecutor, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { HTTPUpstream($0, token: $1, over: family.connections) }
  }

  private func withDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let directory = FileManager.default.temporaryDirectory.path + "/bbdesk-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try await body(directory)
  }
}
