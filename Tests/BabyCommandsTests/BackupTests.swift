import BabyModel
import BabyProtocol
import Foundation
import Testing

@testable import BabyCommands

@Suite("A backup for another disk")
struct BackupTests {
  @Test("where there is no room for one beside the database, an export is named, and no file is left")
  func full() throws {
    let daemon = try FakeDaemon { _ in .error(RPCError(.storeFull, "The disk is full.")) }
    defer { daemon.stop() }
    let file = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).db"
    let run = Run(["backup", file], socket: daemon.socket)
    #expect(run.status == .failed)
    #expect(run.errors.contains("An export needs no room there."))
    #expect(run.errors.contains("bbctl export \(file).json"))
    #expect(!FileManager.default.fileExists(atPath: file))
    // One that stays there is refused in the daemon's words.
    #expect(Run(["backup"], socket: daemon.socket).errors.contains("The disk is full."))
  }

  @Test("one that would have to be typed is refused, instead of waiting for it")
  func typed() throws {
    let daemon = try FakeDaemon { _ in .error(RPCError(.storeFull, "The disk is full.")) }
    defer { daemon.stop() }
    let run = Run(["restore", "-", "--yes"], socket: daemon.socket, typed: [])
    #expect(run.status == .invalid)
    #expect(run.errors.contains("A backup cannot be typed: name a file, or send it to standard input."))
    #expect(run.errors.contains("Try: bbctl backup --list"))
  }
}
