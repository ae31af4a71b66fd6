import BabyModel
import BabyProtocol
import Foundation
import TestSupport
import Testing

/// The protocol as golden files: `-->` a request, `<--` its answer, `<==` events after it, `clock` sets the time,
/// `alarm` tells the reminders that are due, `uid` sets the caller, `dashboard` names the members of dashboards that the
/// file is about, of which it then has no others, `#` explains.
///
/// `RECORD=1 swift test --filter Transcript` writes the answers; the diff is the review.
@Suite("Transcripts of the protocol")
struct TranscriptTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Transcripts")

  static let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []

  @Test("Each answer matches the file word for word, and fits the schema", arguments: names)
  func transcript(name: String) async throws {
    let file = Self.folder.appending(path: name)
    let daemon = try await TestDaemon()
    var replayed: [String] = []
    var uid: UInt32 = 1000
    var dashboardMembers: Set<String>?
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<-- ") || line.hasPrefix("<== ") { continue }
      replayed.append(String(line))
      if line.hasPrefix("dashboard ") {
        dashboardMembers = Set(line.split(separator: " ").dropFirst().map(String.init))
      } else if line.hasPrefix("clock ") {
        daemon.clock.now = try #require(Instant(rfc3339: line.dropFirst(6)), "\(name): \(line)")
      } else if line == "alarm" {
        _ = try await daemon.engine.sendDueReminders()
        replayed += try await events(daemon, dashboardMembers)
      } else if line.hasPrefix("uid ") {
        uid = try #require(UInt32(line.dropFirst(4)), "\(name): \(line)")
      } else if line.hasPrefix("--> ") {
        let request = String(line.dropFirst(4))
        let answer = try await daemon.answer(request, uid: uid)
        let shown = try abridged(answer, dashboardMembers)
        replayed.append("<-- " + shown.replacing(daemon.directory.path, with: "DATA"))
        try check(answer: answer, to: request)
        replayed += try await events(daemon, dashboardMembers)
      }
    }
    let text = replayed.joined(separator: "\n")
    if ProcessInfo.processInfo.environment["RECORD"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  private func events(_ daemon: TestDaemon, _ members: Set<String>?) async throws -> [String] {
    try await daemon.events().map { "<== " + (try abridged($0, members)) }
  }

  private func abridged(_ line: String, _ members: Set<String>?) throws -> String {
    guard let members else { return line }
    return try JSON(parsing: line.utf8).withDashboards(abridgedTo: members).text
  }

  @Test("Only one file has whole dashboards: a new member changes that one, and none about other subjects")
  func wholeDashboards() throws {
    let whole = try Self.names.filter { name in
      let lines = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8).split(separator: "\n")
      return try lines.filter { $0.hasPrefix("<") }.contains { line in
        let json = try JSON(parsing: line.dropFirst(4).utf8)
        return json.withDashboards(abridgedTo: []) != json
      }
    }
    #expect(whole == ["day.txt"])
  }

  private func check(answer: String, to request: String) throws {
    let answer = try JSON(parsing: answer.utf8)
    let name = try JSON(parsing: request.utf8)["method"]?.stringValue
    guard let result = answer["result"], let method = allMethods.first(where: { $0.name == name }) else { return }
    let complaints = schema(of: method).complaints(about: result)
    #expect(complaints.isEmpty, "\(request)")
  }

  private func schema<Method: RPCMethod>(of method: Method.Type) -> Schema { Method.Answer.schema }

  /// All transcripts but the protocol's own description, in which every name stands without anything being raised.
  static func answers() throws -> String {
    try names.filter { $0 != "discover.txt" }
      .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }.joined()
  }

  @Test("Every method is called by a transcript")
  func everyMethodIsCalled() throws {
    // The documents' own, the one without an answer, and the one whose answer is another on each machine.
    let calledElsewhere = [Discover.name, Cancel.name, DaemonDiagnostics.name]
    let text = try Self.answers()
    let silent = allMethods.map { $0.name }.filter {
      !calledElsewhere.contains($0) && !text.contains("\"method\":\"\($0)\"")
    }
    #expect(silent == [])
  }
}
