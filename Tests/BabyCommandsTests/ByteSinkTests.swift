import BabyModel
import Foundation
import Testing

@testable import BabyCommands

@Suite("A file that is written in pieces")
struct ByteSinkTests {
  @Test("follows no link in its draft's place, and is for its owner's eyes, whoever has made a draft before")
  func linkedDraft() throws {
    let directory = FileManager.default.temporaryDirectory.path + "/bb-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let (path, other) = (directory + "/log.csv", directory + "/diary")
    try Data("mine".utf8).write(to: URL(filePath: other))
    try FileManager.default.createSymbolicLink(atPath: path + ".part", withDestinationPath: other)
    let session = try CommandSession(SessionSettings(), in: Surroundings(variables: [:]) { Instant(milliseconds: 0) })
    var sink = try ByteSink(path, replacing: false, in: session)
    try sink.write(Array("a log".utf8))
    try sink.finish()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "a log")
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }
}
