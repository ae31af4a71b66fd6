import BabyAPI
import BabyModel
import BabyStore
import Foundation
import Logging
import Testing

@testable import BabyDaemon

@Suite("Who is logged in, over a restart of the daemon")
struct AccountDeskTests {
  private let credentials = Credentials(email: "anna@example.org", password: Family.password)

  @Test("is not told to log in while the token is still looked for")
  func connecting() async throws {
    try await Family.run { family in
      try await withDirectory { directory in
        let first = try open(with: family, in: directory)
        #expect(first.standing.state == .local)
        _ = try await first.login(credentials, at: try Family.address(family.proxy.port))

        let second = try open(with: family, in: directory)
        #expect(second.standing.state == .connecting)
        #expect(second.session == nil)
        await second.resume()
        #expect(second.session != nil)
        #expect(second.standing.state == .connecting)

        _ = try await second.logout(isLocal: true)
        let third = try open(with: family, in: directory)
        #expect(third.standing.state == .unauthenticated)
      }
    }
  }

  @Test("is nobody when the account's database cannot be made, and the server has no session left over")
  func noRoom() async throws {
    try await Family.run { family in
      try await withDirectory { directory in
        let address = try Family.address(family.proxy.port)
        let key = try await withDirectory { elsewhere in
          let desk = try open(with: family, in: elsewhere)
          return try await desk.login(credentials, at: address).key
        }
        // A file cannot be where a folder is.
        try FileManager.default.createDirectory(
          atPath: AccountFile.path(dataDirectory: directory, account: key), withIntermediateDirectories: false)
        let desk = try open(with: family, in: directory)
        await #expect(throws: BabyError.self) { try await desk.login(credentials, at: address) }
        #expect(family.proxy.seen.last?.target.hasSuffix("/logout") == true)
        #expect(desk.book.currentKey == nil)
        #expect(desk.session == nil)
        #expect(try open(with: family, in: directory).standing.state == .local)
      }
    }
  }

  private func open(with family: Family, in directory: String) throws -> AccountDesk {
    try AccountDesk.open(
      in: directory, environment: [:], defaultServer: .standard, ids: IDGenerator(), clock: { Family.noon },
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    ) { Upstream($0, token: $1, over: family.connections) }
  }

  private func withDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let directory = FileManager.default.temporaryDirectory.path + "/bbdesk-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try await body(directory)
  }
}
