import BabyModel
import Foundation
package import SystemCalls

/// Where sessions' tokens are kept: a systemd credential, the desktop's keyring, or a file where there is no keyring.
///
/// The account book records which of them has an account's token: a keyring that is locked or not running yet is an
/// error then, and does not count as logged out.
struct TokenStores: Sendable {
  private static let credentialName = "babybasics-token"

  private let dataDirectory: String
  private let credential: PrivateFile?
  private let keyring: Keyring

  /// - Parameter environment: `CREDENTIALS_DIRECTORY`, as systemd sets it.
  init(dataDirectory: String, environment: [String: String], keyring: Keyring) {
    self.dataDirectory = dataDirectory
    self.keyring = keyring
    credential = environment["CREDENTIALS_DIRECTORY"].flatMap { directory in
      directory.isEmpty ? nil : PrivateFile(path: directory + "/" + Self.credentialName)
    }
  }

  struct StoredToken: Hashable {
    var token: SessionToken
    /// A credential names no account: the server has to identify it first.
    var place: TokenPlace
  }

  /// The token to use: the credential, otherwise the account's own.
  ///
  /// - Parameter rejected: fingerprint of a credential that counts as none.
  func load(_ account: KnownAccount?, rejected: String?) async throws(TokenError) -> StoredToken? {
    if let token = try credentialToken(rejected: rejected) { return StoredToken(token: token, place: .credential) }
    switch account.flatMap({ account in account.tokenPlace.map { (account.key, $0) } }) {
    case nil, (_, .credential)?:
      return nil
    case (let key, .keyring)?:
      let token: SessionToken?
      do { token = try await keyring.token(of: key) } catch { throw .keyring(error) }
      return token.map { StoredToken(token: $0, place: .keyring) }
    case (let key, .file)?:
      return try Self.token(in: file(of: key), isSecret: true).map { StoredToken(token: $0, place: .file) }
    }
  }

  /// Finds out whether a token could be kept now, before there is one.
  ///
  /// - Throws: as `save`.
  func tryOut(rejected: String?) async throws(TokenError) {
    try refuseWhileCredential(rejected: rejected)
    do throws(KeyringError) { return try await keyring.tryOut() } catch {
      guard case .absent = error else { throw .keyring(error) }
    }
    let file = file(of: "trial")
    do {
      try file.write(Array("trial\n".utf8))
      try file.remove()
    } catch { throw .file(error) }
  }

  /// Keeps the token of an account's new session.
  ///
  /// - Returns: where it is now: in the keyring, or in a file when there is no keyring.
  func save(
    _ token: SessionToken, of account: String, rejected: String?
  ) async throws(TokenError) -> TokenPlace {
    try refuseWhileCredential(rejected: rejected)
    let file = file(of: account)
    do throws(KeyringError) {
      try await keyring.save(token, of: account)
    } catch {
      guard case .absent = error else { throw .keyring(error) }
      do { try file.write(Array(token.secret.utf8) + [UInt8(ascii: "\n")]) } catch { throw .file(error) }
      return .file
    }
    do { try file.remove() } catch { throw .file(error) }
    return .keyring
  }

  /// Removes an account's token wherever it is; a credential cannot be removed, only be rejected.
  func clear(_ account: String) async throws(TokenError) {
    do { try file(of: account).remove() } catch { throw .file(error) }
    do throws(KeyringError) {
      try await keyring.remove(tokenOf: account)
    } catch {
      guard case .absent = error else { throw .keyring(error) }
    }
  }

  /// Removes the tokens of earlier installations in the same directory, whose account book is gone.
  ///
  /// - Parameter known: keys of the accounts that are in the book.
  /// - Returns: how many there were.
  /// - Throws: when they cannot be looked for now, as without a keyring: another time is as good.
  func purge(keeping known: [String]) async throws(TokenError) -> Int {
    let kept = known.map { Self.fileName(of: $0) }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: dataDirectory)) ?? []
    let foreign = names.filter { $0.hasPrefix("account-") && $0.hasSuffix(".token") && !kept.contains($0) }
    for name in foreign {
      do { try PrivateFile(path: dataDirectory + "/" + name).remove() } catch { throw .file(error) }
    }
    do { return foreign.count + (try await keyring.purge()) } catch { throw .keyring(error) }
  }

  private func refuseWhileCredential(rejected: String?) throws(TokenError) {
    if let credential, try credentialToken(rejected: rejected) != nil { throw .credentialInForce(credential.path) }
  }

  private func credentialToken(rejected: String?) throws(TokenError) -> SessionToken? {
    guard let credential, let token = try Self.token(in: credential, isSecret: false) else { return nil }
    return token.fingerprint == rejected ? nil : token
  }

  private static func token(in file: PrivateFile, isSecret: Bool) throws(TokenError) -> SessionToken? {
    do throws(FileFailure) {
      guard let bytes = try file.read(isSecret: isSecret) else { return nil }
      guard let token = SessionToken(String(decoding: bytes, as: UTF8.self)) else {
        throw FileFailure("use", file.path, reason: "it holds no token")
      }
      return token
    } catch { throw .file(error) }
  }

  private func file(of account: String) -> PrivateFile {
    PrivateFile(path: dataDirectory + "/" + Self.fileName(of: account))
  }

  private static func fileName(of account: String) -> String { "account-\(account).token" }
}

extension SessionToken {
  /// Identifies a credential that the server has rejected.
  var fingerprint: String { BabyAccount.fingerprint(of: secret) }
}

/// Why a token could not be kept, found or removed.
package enum TokenError: Error, Hashable {
  case keyring(KeyringError)
  case file(FileFailure)
  /// systemd hands a token over that goes before any other.
  case credentialInForce(String)
}

extension TokenError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .keyring(let error): error.description
    case .file(let failure): failure.description
    case .credentialInForce(let path):
      "systemd provides the session's token (\(path)). To log in another way, remove LoadCredential= from the unit."
    }
  }
}
