import BabyModel
import Foundation
import Systemd

/// The tokens of one installation in the desktop's keyring.
///
/// Their visible attributes do not identify the owner. Each call has a connection and a thread of its own that end with
/// it: calls are rare, and nothing waits in between.
struct Keyring: Sendable {
  private static let label = "Baby Basics session"

  /// Address of the session bus; nil if there is no session.
  private let address: String?
  private let directory: String
  private let installation: String
  private let limit: Duration

  /// - Parameters:
  ///   - address: of the session bus; nil if there is no session.
  ///   - dataDirectory: where the accounts' databases are. Another directory's tokens are left alone.
  ///   - limit: how long a call may take.
  init(
    address: String?, dataDirectory: String, installation: Identifier<AccountBook>, limit: Duration = .seconds(3)
  ) {
    self.address = address
    directory = fingerprint(of: dataDirectory)
    self.installation = installation.description
    self.limit = limit
  }

  /// - Returns: nil if the keyring is unlocked and has none.
  func token(of account: String) async throws(KeyringError) -> SessionToken? {
    try await converse { service throws(KeyringError) in
      let found = try service.search(attributes(of: account))
      guard let item = found.unlocked.first else {
        if found.locked.isEmpty { return nil }
        throw KeyringError.locked
      }
      return SessionToken(String(decoding: try service.secret(of: item), as: UTF8.self))
    }
  }

  func save(_ token: SessionToken, of account: String) async throws(KeyringError) {
    try await converse { service throws(KeyringError) in
      let kept = try service.store(
        Array(token.secret.utf8), label: Self.label, attributes: ownAttributes.merging(attributes(of: account)) { $1 })
      // Another one is where the directory has been moved, or new secrets go to another keyring now.
      let found = try service.search(attributes(of: account))
      for item in found.unlocked where item != kept { try service.delete(item) }
    }
  }

  /// Keeps something for a moment, as a new session's token will be.
  func tryOut() async throws(KeyringError) {
    try await converse { service throws(KeyringError) in
      let trial = ownAttributes.merging(["account": "trial"]) { $1 }
      try service.delete(try service.store(Array("trial".utf8), label: Self.label, attributes: trial))
    }
  }

  func remove(tokenOf account: String) async throws(KeyringError) {
    try await converse { service throws(KeyringError) in
      let found = try service.search(attributes(of: account))
      for item in found.unlocked + found.locked { try service.delete(item) }
    }
  }

  /// Removes the tokens of earlier installations in the same directory, whose databases are gone.
  ///
  /// It starts no keyring for that.
  ///
  /// - Returns: how many there were.
  func purge() async throws(KeyringError) -> Int {
    try await converse(startsService: false) { service throws(KeyringError) in
      let all = try service.search(directoryAttributes)
      let own = try service.search(ownAttributes)
      let foreign = Set(all.unlocked + all.locked).subtracting(own.unlocked + own.locked)
      for item in foreign.sorted() { try service.delete(item) }
      return foreign.count
    }
  }

  private var directoryAttributes: [String: String] { ["application": "babybasics", "directory": directory] }

  private var ownAttributes: [String: String] { directoryAttributes.merging(["installation": installation]) { $1 } }

  /// By which an account's token is found, also when the directory has been moved.
  private func attributes(of account: String) -> [String: String] {
    ["application": "babybasics", "installation": installation, "account": account]
  }

  private func converse<Answer: Sendable>(
    startsService: Bool = true, _ body: @escaping @Sendable (SecretService) throws(KeyringError) -> Answer
  ) async throws(KeyringError) -> Answer {
    guard let address else { throw .absent("this session has no message bus") }
    let limit = limit
    let result = await withCheckedContinuation { continuation in
      let thread = Thread {
        continuation.resume(
          returning: Result { () throws(KeyringError) in
            try body(try SecretService(address: address, within: limit, startsService: startsService))
          })
      }
      thread.name = "keyring"
      thread.start()
    }
    return try result.get()
  }
}

/// Why the keyring failed.
package enum KeyringError: Error, Hashable {
  /// There is no session bus, or no service on it.
  case absent(String)
  /// It is locked. The daemon shows no prompt: the user may be away.
  case locked
  /// It exists, but not for this program.
  case denied(String)
  case timedOut
  case failed(String)
}

extension KeyringError {
  init(_ error: BusError) {
    let errno = error.name.hasPrefix("System.Error.") ? error.name.dropFirst("System.Error.".count) : ""
    self =
      switch error.name {
      case "org.freedesktop.Secret.Error.IsLocked": .locked
      case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.AuthFailed":
        .denied(error.message)
      case "org.freedesktop.DBus.Error.FileNotFound", "org.freedesktop.DBus.Error.NoServer": .absent(error.message)
      case _ where error.isWithoutOwner: .absent(error.message)
      // It is known to the bus and cannot be started, as one for a desktop cannot without one.
      case _ where error.name.hasPrefix("org.freedesktop.DBus.Error.Spawn."): .absent(error.message)
      case _ where error.isTimeout: .timedOut
      case _ where ["ENOENT", "ENOTDIR", "ENOMEDIUM", "ECONNREFUSED"].contains(errno): .absent(error.message)
      case _ where ["EACCES", "EPERM"].contains(errno): .denied(error.message)
      default: .failed(error.message)
      }
  }
}

extension KeyringError: CustomStringConvertible {
  /// The problem and its solution, for a person.
  package var description: String {
    switch self {
    case .absent(let reason): "There is no keyring: \(reason)"
    case .locked: "The keyring is locked. Unlock it, for instance by logging in to the desktop, and try again."
    case .denied(let reason): "The keyring refused Baby Basics access: \(reason)"
    case .timedOut: "The keyring did not answer. It may be waiting for your permission."
    case .failed(let reason): "The keyring failed: \(reason)"
    }
  }
}
