import BabyAPI
import BabyModel
import BabyProtocol
import Crypto
import CryptoExtras
import Foundation
import NIOPosix
import Synchronization

/// Password hashes by scrypt, on threads of their own: each takes a good part of a second and 32 MB.
final class Passwords: Sendable {
  /// The maximum number of hashes in progress or waiting; further callers have to retry.
  private static let most = 32

  private let cost: PasswordCost
  private let secrets: Secrets
  private let pool = NIOThreadPool(numberOfThreads: 2)
  private let pending = Mutex(0)

  init(cost: PasswordCost, secrets: Secrets) {
    self.cost = cost
    self.secrets = secrets
    pool.start()
  }

  func stop() async throws { try await pool.shutdownGracefully() }

  /// - Returns: `scrypt$15$8$3$salt$hash`, all that it takes to check a password.
  /// - Throws: `APIError` with `unavailable` when too many are waiting.
  func hash(_ password: String) async throws -> String {
    let (cost, salt) = (cost, secrets.random(16))
    let hash = try await run { try cost.derive(password, salt: salt) }
    return "scrypt$\(cost.log2Rounds)$\(cost.blockSize)$\(cost.parallelism)$\(salt.hexadecimal)$\(hash.hexadecimal)"
  }

  /// - Parameter hash: nil if the account does not exist: that takes as long, so that it cannot be noticed.
  func verify(_ password: String, against hash: String?) async throws -> Bool {
    guard let hash else {
      _ = try await self.hash(password)
      return false
    }
    let parts = hash.split(separator: "$")
    guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]), let blockSize = Int(parts[2]),
      let parallelism = Int(parts[3]), let salt = [UInt8](hexadecimal: parts[4]),
      let expected = [UInt8](hexadecimal: parts[5])
    else { return false }
    let cost = PasswordCost(log2Rounds: rounds, blockSize: blockSize, parallelism: parallelism)
    let found = try await run { try cost.derive(password, salt: salt) }
    // In the same time wherever they differ.
    return found.count == expected.count && zip(found, expected).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private func run(_ work: @escaping @Sendable () throws -> [UInt8]) async throws -> [UInt8] {
    let isAdmitted = pending.withLock { pending in
      guard pending < Self.most else { return false }
      pending += 1
      return true
    }
    guard isAdmitted else { throw APIError(.unavailable, "The server is busy. Please try again.", retryAfter: 5) }
    defer { pending.withLock { $0 -= 1 } }
    return try await pool.runIfActive(work)
  }
}

/// How much work a password hash is.
struct PasswordCost: Hashable, Sendable {
  /// scrypt's N is 2 to this power; memory is 128 · blockSize · N bytes.
  var log2Rounds: Int
  var blockSize = 8
  /// Three passes at 32 MB: as hard as one at 128 MB (OWASP), for servers with little memory.
  var parallelism = 3

  static let range = 10...20

  fileprivate func derive(_ password: String, salt: [UInt8]) throws -> [UInt8] {
    let key = try KDF.Scrypt.deriveKey(
      from: Array(password.utf8), salt: salt, outputByteCount: 32, rounds: 1 << log2Rounds, blockSize: blockSize,
      parallelism: parallelism)
    return key.withUnsafeBytes { Array($0) }
  }
}
