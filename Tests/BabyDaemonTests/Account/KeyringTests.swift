import BabyModel
import TestSupport
import Systemd
import Testing

@testable import BabyAccount
@testable import BabyDaemon
@testable import BabySocket

@Suite("The keyring", .enabled(if: RealKeyring.isInstalled, Comment(rawValue: RealKeyring.whyNot)))
struct KeyringTests {
  private static let installation = Identifier<AccountBook>(high: 1, low: 1)

  private func keyring(
    at address: String?, directory: String = "/data", installation: Identifier<AccountBook> = Self.installation,
    limit: Duration = Patience.limit
  ) -> Keyring {
    Keyring(address: address, dataDirectory: directory, installation: installation, limit: limit)
  }

  private func token(_ text: String = "bbs_1") throws -> SessionToken { try #require(SessionToken(text)) }

  @Test("keeps a token for each account, the latest, until it is removed")
  func keeping() async throws {
    let real = try RealKeyring()
    let keyring = keyring(at: real.bus.address)
    #expect(try await keyring.token(of: "a") == nil)
    try await keyring.save(try token("bbs_1"), of: "a")
    try await keyring.save(try token("bbs_2"), of: "b")
    try await keyring.save(try token("bbs_3"), of: "a")
    #expect(try await keyring.token(of: "a")?.secret == "bbs_3")
    #expect(try await keyring.token(of: "b")?.secret == "bbs_2")
    #expect(try real.count(["application": "babybasics"]) == 2)
    try await keyring.remove(tokenOf: "a")
    try await keyring.remove(tokenOf: "a")
    #expect(try await keyring.token(of: "a") == nil)
    #expect(try await keyring.token(of: "b") != nil)
  }

  @Test("finds a token again, and only one, after the databases were moved to another directory")
  func moving() async throws {
    let real = try RealKeyring()
    try await keyring(at: real.bus.address).save(try token("bbs_1"), of: "a")
    let moved = keyring(at: real.bus.address, directory: "/elsewhere")
    #expect(try await moved.token(of: "a")?.secret == "bbs_1")
    try await moved.save(try token("bbs_2"), of: "a")
    #expect(try await moved.token(of: "a")?.secret == "bbs_2")
    #expect(try real.count(["application": "babybasics"]) == 1)
  }

  @Test("that is locked reports that, without asking or losing anything")
  func locked() async throws {
    let real = try RealKeyring()
    let keyring = keyring(at: real.bus.address)
    try await keyring.save(try token(), of: "a")
    try real.lock()
    await #expect(throws: KeyringError.locked) { try await keyring.token(of: "a") }
    await #expect(throws: KeyringError.locked) { try await keyring.save(try token("bbs_2"), of: "b") }
    await #expect(throws: KeyringError.locked) { try await keyring.remove(tokenOf: "a") }
    #expect(try await keyring.token(of: "none") == nil)
    #expect(try real.count(["application": "babybasics"]) == 1)
  }

  @Test("service without a keyring is not a place for a token: creating one would need a password")
  func empty() async throws {
    let real = try RealKeyring(password: nil)
    await #expect(throws: KeyringError.locked) { try await keyring(at: real.bus.address).save(try token(), of: "a") }
  }

  @Test("removes tokens of earlier installations in the same directory, and no others")
  func purging() async throws {
    let real = try RealKeyring()
    let address = real.bus.address
    let earlier = Identifier<AccountBook>(high: 1, low: 2)
    let (old, other) = (
      keyring(at: address, installation: earlier),
      keyring(at: address, directory: "/other", installation: Identifier(high: 1, low: 3))
    )
    try await old.save(try token(), of: "a")
    try await old.save(try token(), of: "b")
    try await other.save(try token(), of: "a")
    let own = keyring(at: address)
    try await own.save(try token(), of: "a")
    #expect(try await own.purge() == 2)
    #expect(try await own.purge() == 0)
    #expect(try await old.token(of: "a") == nil)
    #expect(try await own.token(of: "a") != nil)
    #expect(try real.count(["application": "babybasics"]) == 2)
  }

  @Test("does not reveal on the bus whose token it is")
  func opacity() async throws {
    let real = try RealKeyring()
    let address = try ServerAddress("https://baby.example.org")
    let key = KnownAccount.key(server: address, user: UserID(high: 1, low: 2))
    try await keyring(at: real.bus.address).save(try token(), of: key)
    let attributes = ["application": "babybasics", "account": key, "installation": Self.installation.description]
    #expect(try real.count(attributes) == 1)
    #expect(key.count == 32 && key.allSatisfy(\.isHexDigit))
  }

  @Test("is absent without a session, without a bus, and without a service on it")
  func absence() async throws {
    let bus = try BusDaemon()
    for address in [nil, "unix:path=/nonexistent/bus", bus.address] {
      let error = await #expect(throws: KeyringError.self) { try await keyring(at: address).save(try token(), of: "a") }
      guard case .absent = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test("that refuses is distinguished from one that is missing")
  func denial() async throws {
    let bus = try BusDaemon()
    let service = try FakeService("org.freedesktop.secrets", at: bus.address) {
      let refusal = BusError(name: "org.freedesktop.DBus.Error.AccessDenied", message: "not you")
      let method = BusInterface.Method("SearchItems", takes: "a{ss}", answers: "aoao") {
        (_: [BusValue]) throws(BusError) -> [BusValue] in throw refusal
      }
      let open = BusInterface.Method("OpenSession", takes: "sv", answers: "vo") {
        (_: [BusValue]) throws(BusError) -> [BusValue] in throw refusal
      }
      return [
        ("/org/freedesktop/secrets", BusInterface(name: "org.freedesktop.Secret.Service", methods: [method, open]))
      ]
    }
    await #expect(throws: KeyringError.denied("not you")) { try await keyring(at: bus.address).token(of: "a") }
    await #expect(throws: KeyringError.denied("not you")) {
      try await keyring(at: bus.address).save(try token(), of: "a")
    }
    _ = service
  }

  @Test("that violates the specification is a failure, not an absence")
  func nonsense() async throws {
    let bus = try BusDaemon()
    let service = try FakeService("org.freedesktop.secrets", at: bus.address) {
      let search = BusInterface.Method("SearchItems", takes: "a{ss}", answers: "s") { _ in [.string("x")] }
      return [("/org/freedesktop/secrets", BusInterface(name: "org.freedesktop.Secret.Service", methods: [search]))]
    }
    let error = await #expect(throws: KeyringError.self) { try await keyring(at: bus.address).token(of: "a") }
    guard case .failed? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    _ = service
  }

  @Test("that would prompt first counts as locked, and its prompt is dismissed")
  func prompt() async throws {
    let bus = try BusDaemon()
    let service = try FakeService("org.freedesktop.secrets", at: bus.address) {
      let service = BusInterface(
        name: "org.freedesktop.Secret.Service",
        methods: [
          .init("SearchItems", takes: "a{ss}", answers: "aoao") { _ in
            [.array(of: "o", [.objectPath("/item")]), .array(of: "o", [])]
          }
        ])
      let delete = BusInterface.Method("Delete", answers: "o") { _ in [.objectPath("/prompt")] }
      return [
        ("/org/freedesktop/secrets", service),
        ("/item", BusInterface(name: "org.freedesktop.Secret.Item", methods: [delete])),
      ]
    }
    await #expect(throws: KeyringError.locked) { try await keyring(at: bus.address).remove(tokenOf: "a") }
    _ = service
  }

  @Test("that does not answer times out")
  func timeouts() async throws {
    let bus = try BusDaemon()
    let silent = try bus.connect()
    #expect(try silent.request(name: "org.freedesktop.secrets"))
    let slow = keyring(at: bus.address, limit: .milliseconds(50))
    await #expect(throws: KeyringError.timedOut) { try await slow.token(of: "a") }
    let listener = try SilentListener(at: bus.directory + "/mute")
    let mute = keyring(at: "unix:path=\(bus.directory)/mute", limit: .milliseconds(50))
    await #expect(throws: KeyringError.timedOut) { try await mute.token(of: "a") }
    _ = (silent, listener)
  }

  @Test("failures explain what happened and what helps")
  func words() {
    #expect(KeyringError.locked.description.contains("Unlock it"))
    #expect(KeyringError.absent("no bus").description == "There is no keyring: no bus")
  }
}
