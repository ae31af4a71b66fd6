import BabyModel
import Foundation
import SystemCalls

/// How many requests a server has answered since its start, for `status`, which is another process.
///
/// It lies in a file beside the database, not in it: a commit would make the server forget all that it can answer from
/// memory.
struct RequestTally: Codable, Hashable, Sendable {
  /// When the server was started, and when it last wrote this down; UTC, as RFC 3339 has it.
  var since: String
  var until: String
  var answered: Int
  /// Of those: what ended with a fault of the server's, a status of 500 or above.
  var failed: Int

  /// - Parameter database: its path.
  private static func file(of database: String) -> PrivateFile { PrivateFile(path: database + "-requests") }

  /// Nil if no server has ever written one, and if it is invalid.
  init?(of database: String) {
    guard let bytes = try? Self.file(of: database).read(),
      let tally = try? JSONDecoder().decode(RequestTally.self, from: Data(bytes))
    else { return nil }
    self = tally
  }

  init(_ counts: RequestCounts, since: Instant, until: Instant) {
    let all = counts.all
    self.since = since.utcText
    self.until = until.utcText
    answered = all.values.reduce(counts.allFromMemory, +)
    failed = all.filter { $0.key.status >= 500 }.values.reduce(0, +)
  }

  /// Replaces what was written before.
  ///
  /// - Throws: what the file system says.
  func write(for database: String) throws {
    try Self.file(of: database).write(Array(JSONEncoder().encode(self)))
  }
}
