import BabyModel
import Testing

@testable import BabyServer

@Suite("Passwords and secrets")
struct PasswordTests {
  @Test("a hash contains everything that is needed to check it, and nothing else matches it")
  func roundTrip() async throws {
    let passwords = Passwords(cost: PasswordCost(log2Rounds: 4, parallelism: 1), secrets: .system)
    let hash = try await passwords.hash("correct horse")
    #expect(hash.hasPrefix("scrypt$4$8$1$"))
    #expect(try await passwords.hash("correct horse") != hash)
    #expect(try await passwords.verify("correct horse", against: hash))
    #expect(try await !passwords.verify("correct Horse", against: hash))
    #expect(try await !passwords.verify("correct horse", against: nil))
    #expect(try await !passwords.verify("correct horse", against: "md5$1$2"))
    try await passwords.stop()
  }

  @Test("scrypt matches the second vector of RFC 7914")
  func vector() async throws {
    let passwords = Passwords(cost: PasswordCost(log2Rounds: 10), secrets: .system)
    let salt = Array("NaCl".utf8).hexadecimal
    let key = "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"
    #expect(try await passwords.verify("password", against: "scrypt$10$8$16$\(salt)$\(key)"))
    try await passwords.stop()
  }

  @Test("a token has 256 random bits, a code those of nine characters")
  func secrets() {
    let secrets = Secrets { [UInt8](repeating: 0xa5, count: $0) }
    #expect(secrets.token() == "bbs_" + String(repeating: "a5", count: 32))
    #expect(secrets.code() == TypedCode(random: [UInt8](repeating: 0xa5, count: 9)))
    #expect(Secrets.system.token() != Secrets.system.token())
  }
}
