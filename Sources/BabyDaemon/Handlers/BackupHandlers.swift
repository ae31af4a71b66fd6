import BabyAccount
import BabyAPI
import BabyEngine
import BabyModel
import BabyProtocol
import BabySocket
import BabyStore
import Foundation
import SystemCalls

extension MethodHandlers {
  /// Backups, and replacing everything.
  mutating func addBackups(_ accounts: AccountManager, _ transfers: Transfers, executor: any TaskExecutor) {
    call(DataBackup.self) { params, _, engine in
      try await withTaskExecutorPreference(executor) {
        guard let name = params.name else { return DataBackup.Answer(backup: BackupRecord(try engine.backUp())) }
        return try engine.backups.part(of: name, from: params.offset ?? 0)
      }
    }
    call(DataBackups.self) { _, _, engine in
      let folder = engine.backups
      return DataBackups.Answer(folder: folder.path, backups: folder.items.map { BackupRecord($0) })
    }
    call(DataRestore.self) { params, session, engine in
      try await withTaskExecutorPreference(executor) {
        if let name = params.name {
          let file = try engine.backups.file(named: name)
          return try await restore(file, bytes: 0, takesOtherLog: params.otherLog, engine, accounts)
        }
        let upload = try transfers.takeUpload(of: session) ?? Upload(beside: engine.store.path)
        try upload.append(params.chunk)
        guard params.end else {
          transfers.keepUpload(upload, of: session)
          return DataRestore.Answer(bytes: upload.count)
        }
        guard upload.count > 0 else { throw BabyError.restoreInvalid("No file has been sent to restore.") }
        return try await restore(
          upload.path, bytes: upload.count, takesOtherLog: params.otherLog, engine, accounts)
      }
    }
    call(DataErase.self) { params, _, engine in
      guard params.dryRun || params.confirm == DataErase.word else { throw BabyError.eraseUnconfirmed }
      let known = params.onServer ? try await accounts.erasure() : nil
      if params.dryRun { return DataErase.Answer(removedFiles: 0, server: known?.server, children: known?.children) }
      return try await withTaskExecutorPreference(executor) {
        let children = params.onServer ? try await accounts.eraseOnServer(password: params.password) : nil
        try await accounts.logOutBeforeErasing()
        let removed = try engine.erase(keepingFile: accounts.book.currentKey == nil)
        accounts.forgetAccounts()
        return DataErase.Answer(removedFiles: removed, server: known?.server, children: children)
      }
    }
  }
}

private func restore(
  _ path: String, bytes: Int, takesOtherLog: Bool, _ engine: Engine, _ accounts: AccountManager
) async throws -> DataRestore.Answer {
  let answer = try await engine.restore(from: path, bytes: bytes, takesOtherLog: takesOtherLog)
  accounts.databaseWasReplaced()
  return answer
}

extension AccountManager {
  /// The children that would be erased on the server with the current account. A server that is too old to list them
  /// refuses, so that nothing is erased there unseen.
  ///
  /// - Throws: `RPCError`, as for all calls to the server.
  fileprivate func erasure() async throws -> (server: String?, children: [ErasedChild]) {
    let children = try await asking { try await $0.erasure() }.children
    return (session?.account.server.host, children)
  }

  /// Erases the current account on its server, with the children that have no other owner.
  ///
  /// - Throws: `RPCError`. Nothing has changed then.
  fileprivate func eraseOnServer(password: String?) async throws -> [ErasedChild] {
    guard let password else {
      throw RPCError(
        .accountInvalid, "Erasing the account needs its password.", hint: "bbctl erase --server",
        fields: [FieldError("password", "is missing")])
    }
    return try await asking { try await $0.eraseAccount(AccountErasure(password: password)) }.children
  }

  /// Logs out before everything is erased, so that nothing comes back from the server.
  fileprivate func logOutBeforeErasing() async throws {
    // An unreachable server must not prevent erasing the local data.
    do { _ = try await logout(isLocal: false) } catch { _ = try await logout(isLocal: true) }
  }
}

extension BackupFolder {
  /// Bytes in one answer.
  private static let partSize = 262_144

  fileprivate func part(of name: String, from offset: Int) throws -> DataBackup.Answer {
    guard let item = items.first(where: { $0.name == name }) else { throw BabyError.backupNotFound(name) }
    let file = try FileHandle(forReadingFrom: URL(filePath: try self.file(named: name)))
    defer { try? file.close() }
    try file.seek(toOffset: UInt64(offset))
    let bytes = try file.read(upToCount: Self.partSize) ?? Data()
    return DataBackup.Answer(
      backup: BackupRecord(item), chunk: bytes.base64EncodedString(), isEnd: offset + bytes.count >= item.bytes)
  }
}

/// A file that a client sends in pieces; it is beside the database and is deleted with the connection.
final class Upload: Sendable {
  let path: String
  private let file: FileHandle

  init(beside database: String) throws {
    path = "\(database).restoring-\(UUID().uuidString)"
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw BabyError.storeFailed(path: path, reason: systemErrorText())
    }
    file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }

  deinit { unlink(path) }

  /// Bytes that have come.
  var count: Int { (try? Int(file.offset())) ?? 0 }

  /// - Parameter chunk: in base64.
  /// - Throws: `BabyError.importInvalid` for text that is not base64; `.storeFull` and its like.
  func append(_ chunk: String?) throws {
    guard let chunk else { return }
    guard let bytes = Data(base64Encoded: chunk) else { throw BabyError.importInvalid("chunk must be base64.") }
    do { try file.write(contentsOf: bytes) } catch CocoaError.fileWriteOutOfSpace {
      throw BabyError.storeFull(path: path)
    }
  }
}
