import BabyModel
import Foundation
import Testing

@testable import BabyAccount
@testable import BabyDaemon

@Suite("The account book")
struct AccountBookTests {
  private let directory: TemporaryDirectory
  private let file: AccountBookFile
  private let now = Instant(milliseconds: 1_606_000_000_000)

  init() throws {
    directory = try TemporaryDirectory()
    file = AccountBookFile(dataDirectory: directory.path)
  }

  private func open() throws -> AccountBookFile.Opened { try file.open(at: now, ids: IDGenerator()) }

  private func account(_ user: UInt64 = 1, server: String = "https://baby.example.org") throws -> KnownAccount {
    KnownAccount(
      server: try ServerAddress(server, insecureHTTP: true), user: UserID(high: 0, low: user),
      email: "maya\(user)@example.org", name: "Maya", tokenPlace: .keyring)
  }

  @Test("begins empty, with its own id, and is in a file once it is written")
  func beginning() throws {
    let first = try open()
    #expect(first.book.state == .onboarding)
    #expect(first.book.current == nil)
    #expect(first.book.offered == nil)
    #expect(first.setAside == nil)
    #expect(try directory.names == [])
    #expect(try open().book.installation != first.book.installation)
    try file.write(first.book)
    #expect(try open().book == first.book)
  }

  @Test("is read as it was written, for this user alone")
  func roundTrip() throws {
    var book = try open().book
    book.use(try account(1))
    book.use(try account(2, server: "http://baby.lan:8080"))
    book.sessionEnded(of: try account(2).key)
    book.rejectedCredential = fingerprint(of: "bbs_1")
    book.isKeyringPurged = true
    try file.write(book)
    let read = try open().book
    #expect(read == book)
    #expect(read.current?.server.description == "http://baby.lan:8080")
    #expect(try directory.mode(of: "accounts.json") == 0o600)
    #expect(try directory.names == ["accounts.json"])
  }

  @Test("knows the login state, and the default account for the next login")
  func states() throws {
    var book = try open().book
    let (maya, ben) = (try account(1), try account(2))
    book.use(maya)
    #expect(book.state == .authenticated)
    book.use(ben)
    #expect(book.current == ben)
    book.sessionEnded(of: maya.key)
    #expect(book.state == .authenticated)
    #expect(book[maya.key]?.tokenPlace == nil)
    book.sessionEnded(of: ben.key)
    #expect(book.state == .unauthenticated)
    #expect(book.offered?.email == ben.email)
    var renamed = maya
    renamed.name = "Mama"
    book.use(renamed)
    #expect(book.accounts.count == 2)
    #expect(book.current?.name == "Mama")
  }

  @Test("gives an account the same key at each login, and each account a different one")
  func keys() throws {
    let key = try account(1).key
    #expect(try account(1, server: "HTTPS://Baby.Example.org:443/").key == key)
    #expect(try account(2).key != key)
    #expect(try account(1, server: "https://baby.example.com").key != key)
    #expect(try account(1, server: "http://baby.example.org").key != key)
    // It names a file that is there already.
    #expect(key == "6caaf7bb58d28072d15e8950360c31ce")
  }

  @Test(
    "that is damaged is set aside, and a new one begins",
    arguments: [
      "", "{", "[]", #"{"version":1}"#, #"{"version":"1"}"#,
      #"{"version":1,"installation":"x","accounts":[]}"#,
      #"{"version":1,"installation":"0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f"}"#,
      #"{"version":1,"installation":"0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f","accounts":[],"current":"a"}"#,
      #"{"version":1,"installation":"0191e3a0-7c3b-7d4e-8f00-1a2b3c4d5e6f","accounts":[{"server":"ftp://x"}]}"#,
    ])
  func damage(_ text: String) throws {
    try directory.write(text, to: "accounts.json")
    let opened = try open()
    #expect(opened.book.accounts.isEmpty)
    let setAside = try #require(opened.setAside)
    #expect(setAside.path == directory.path + "/accounts.json.damaged-20201121T230640Z")
    #expect(!setAside.reason.isEmpty)
    #expect(try directory.names == ["accounts.json.damaged-20201121T230640Z"])
    #expect(try directory.text(of: "accounts.json.damaged-20201121T230640Z") == text)
  }

  @Test("of a newer version is left alone")
  func newer() throws {
    try directory.write(#"{"version":2}"#, to: "accounts.json")
    let error = #expect(throws: AccountBookFile.Failure.self) { try open() }
    #expect(error?.description.contains("newer version") == true)
    #expect(try directory.names == ["accounts.json"])
  }

  @Test("that cannot be read is an error, and no new one begins")
  func unreadable() throws {
    try FileManager.default.createDirectory(
      atPath: directory.path + "/accounts.json", withIntermediateDirectories: false)
    let error = #expect(throws: AccountBookFile.Failure.self) { try open() }
    #expect(error?.description == "Cannot read \(directory.path)/accounts.json: it is not a regular file")
  }

  @Test("is the old one or the new one, wherever writing it was interrupted")
  func atomicity() throws {
    var book = try open().book
    try file.write(book)
    // What a crash leaves behind while the new one is being written.
    try directory.write("{\"vers", to: "accounts.json.new")
    #expect(try open().book == book)
    book.use(try account())
    try file.write(book)
    #expect(try open().book == book)
    #expect(try directory.names == ["accounts.json"])
  }

  @Test("is not written through a link in its draft's place")
  func linkedDraft() throws {
    let book = try open().book
    try directory.write("mine", to: "diary")
    try FileManager.default.createSymbolicLink(
      atPath: directory.path + "/accounts.json.new", withDestinationPath: directory.path + "/diary")
    try file.write(book)
    #expect(try open().book == book)
    #expect(try directory.text(of: "diary") == "mine")
    #expect(try directory.names == ["accounts.json", "diary"])
  }

  @Test("never holds a token")
  func secrecy() throws {
    var book = try open().book
    book.use(try account())
    book.rejectedCredential = SessionToken("bbs_1")?.fingerprint
    try file.write(book)
    #expect(try !directory.text(of: "accounts.json").contains("bbs_"))
  }
}
