import BabyModel
import Foundation
import Synchronization
import Testing

@testable import BabyCommands

@Suite("A file that is written in pieces")
struct ByteSinkTests {
  @Test("fails on a full disk, which is not a usage error")
  func fullDisk() throws {
    let session = try CommandSession(
      SessionSettings(), in: CommandEnvironment(variables: [:]) { Instant(milliseconds: 0) })
    do {
      // Nobody can make a file there.
      var sink = try ByteSink("/proc/log.csv", replacing: false, in: session)
      try sink.write([1])
      Issue.record("it was written")
    } catch {
      #expect(error.status == .failed)
      #expect(Failure(error, after: TypedLine(arguments: ["export"])).status == .failed)
    }
    let path = FileManager.default.temporaryDirectory.path + "/bb-" + UUID().uuidString
    try Data().write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    do {
      _ = try ByteSink(path, replacing: false, in: session)
      Issue.record("it was replaced")
    } catch { #expect(error.status == .invalid, "to name another file, or --force, is for the caller") }
  }

  @Test("follows no link in the draft's place, and is private, even if another user made a draft before")
  func linkedDraft() throws {
    let directory = FileManager.default.temporaryDirectory.path + "/bb-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let (path, other) = (directory + "/log.csv", directory + "/diary")
    try Data("mine".utf8).write(to: URL(filePath: other))
    try FileManager.default.createSymbolicLink(atPath: path + ".part", withDestinationPath: other)
    let session = try CommandSession(
      SessionSettings(), in: CommandEnvironment(variables: [:]) { Instant(milliseconds: 0) })
    var sink = try ByteSink(path, replacing: false, in: session)
    try sink.write(Array("a log".utf8))
    try sink.finish()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a log")
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("escapes control characters on a terminal, and writes the bytes unchanged elsewhere")
  func onTerminal() throws {
    let log = "note,\u{202E}evil\u{1B}]0;x\u{7}\r\n\"two\rlines\",👶\r\n"
    for isTerminal in [true, false] {
      let written = Mutex("")
      var environment = CommandEnvironment(variables: [:]) { Instant(milliseconds: 0) }
      environment.outputIsTerminal = isTerminal
      environment.write = { text in
        written.withLock { $0 += text }
        return true
      }
      let session = try CommandSession(SessionSettings(), in: environment)
      var sink = try ByteSink("-", replacing: false, in: session)
      try sink.write(Array(log.utf8))
      try sink.finish()
      let shown = "note,\\u202eevil\\u001b]0;x\\u0007\n\"two\\u000dlines\",👶\n"
      #expect(written.withLock { Array($0.utf8) } == Array((isTerminal ? shown : log).utf8))
    }
  }
}
