import BabyModel
import BabyProtocol
import BabyStore
import Foundation
import TestSupport
import Testing

@testable import BabyServer

@Suite("Backups of the server")
struct BackupTests {
  @Test("a backup of a running server is restored into a running server, which then begins a new epoch")
  func restore() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna)
      let position = try await server.changes(as: anna).position

      let other = try ServerStore.open(path: server.directory + "/server.db", now: server.now)
      try other.backup(to: server.directory + "/backup.db")
      try await server.put(server.entry(2), server.sleep(eva, from: 4, to: 3), as: anna)
      try other.restore(from: server.directory + "/backup.db", now: server.now)
      try other.close()

      let gone = try await server.send("changes.list", query: "?since=\(position)", as: anna)
      #expect(gone.status == 410)
      let all = try await server.changes(as: anna)
      #expect(all.known.map(\.entry.id) == [server.entry(1)])
      // And it can be written as before.
      #expect(try await server.put(server.entry(2), server.sleep(eva, from: 4, to: 3), as: anna).status == 200)
    }
  }

  @Test("other files are refused, and nothing changes")
  func notABackup() async throws {
    try await TestServer.run { server in
      let anna = try await server.register("Anna")
      let store = try ServerStore.open(path: server.directory + "/server.db", now: server.now)
      let path = server.directory + "/other"
      try Data("no database".utf8).write(to: URL(filePath: path))
      #expect(throws: BabyError.storeCorrupt(path: path)) { try store.restore(from: path, now: server.now) }
      let daemon = try Store.open(
        path: server.directory + "/local.db", now: server.now, readExecutor: globalConcurrentExecutor,
        writeExecutor: globalConcurrentExecutor)
      try daemon.close()
      let local = server.directory + "/local.db"
      #expect(throws: BabyError.storeCorrupt(path: local)) { try store.restore(from: local, now: server.now) }
      #expect(throws: BabyError.self) { try store.restore(from: path + "-missing", now: server.now) }
      try store.close()
      #expect(try await server.send("me.get", as: anna).status == 200)
      #expect(!FileManager.default.fileExists(atPath: server.directory + "/server.db.restoring"))
    }
  }

  @Test("a daemon's database is not accepted as a server's")
  func foreignFile() async throws {
    let path = FileManager.default.temporaryDirectory.path + "/bbserver-\(UUID().uuidString).db"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Store.open(
      path: path, now: TestServer.noon, readExecutor: globalConcurrentExecutor, writeExecutor: globalConcurrentExecutor
    ).close()
    #expect(throws: BabyError.storeCorrupt(path: path)) { _ = try ServerStore.open(path: path, now: TestServer.noon) }
  }

  @Test("other users may not read the database")
  func mode() async throws {
    try await TestServer.run { server in
      for file in ["server.db", "server.db-wal"] {
        let attributes = try FileManager.default.attributesOfItem(atPath: server.directory + "/" + file)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
      }
    }
  }

  @Test("stored answers for repeated calls are deleted after their time, also without any calls")
  func pruning() async throws {
    func hasAnswer(_ server: TestServer) async throws -> Bool {
      let store = try server.openStore()
      try await store.mergeLog()
      try store.close()
      return try Data(contentsOf: URL(filePath: server.directory + "/server.db")).range(of: Data("kept-key".utf8))
        != nil
    }
    try await TestServer.run({ $0.limits.pruning = .milliseconds(20) }) { server in
      let anna = try await server.register("Anna")
      let eva = try await server.addEva(anna)
      try await server.put(server.entry(1), server.sleep(eva, from: 2, to: 1), as: anna, key: "kept-key")
      #expect(try await hasAnswer(server))
      server.pass(.hours(30 * 24) + .milliseconds(1))
      try await eventually("it is gone") { try await !hasAnswer(server) }
    }
  }
}
