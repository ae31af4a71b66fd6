import BabyModel
import Foundation
import Glibc

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

  /// Bytes; none of ours comes near.
  private static let limit = 4096

  /// Of a database at `path`.
  private static func path(of database: String) -> String { database + "-requests" }

  /// Nil where no server has ever written one, and for what is none.
  init?(of database: String) {
    guard let file = FileHandle(forReadingAtPath: Self.path(of: database)),
      let bytes = try? file.read(upToCount: Self.limit),
      let tally = try? JSONDecoder().decode(RequestTally.self, from: bytes)
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
    let path = Self.path(of: database)
    let draft = path + ".new"
    let bytes = try JSONEncoder().encode(self)
    guard FileManager.default.createFile(atPath: draft, contents: bytes, attributes: [.posixPermissions: 0o600]),
      rename(draft, path) == 0
    else { throw CocoaError(.fileWriteUnknown) }
  }
}
