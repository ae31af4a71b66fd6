import BabyModel
import BabyProtocol
import Glibc
import SystemCalls

/// The version of the daemon that uses a folder of databases, and the one before it: `versions.json` in the folder.
///
/// It is not in a database: a daemon has several, and a backup that is restored does not bring an earlier program back.
@WireMembers
struct VersionHistory: WireObject, Hashable {
  /// Such as `0.2.0`.
  var version: String
  /// When it first ran after the former one.
  var since: Instant
  /// The version that ran before it; nil on the first installation.
  var former: String?
}

extension VersionHistory {
  /// The only release that recorded nothing.
  private static let unrecorded = "0.1.0"

  /// Reads the history of a folder before its databases are opened, and notes the version that runs now.
  ///
  /// Nothing depends on it: an unreadable history starts over, and one that cannot be written waits for a later start.
  init(recording version: String, in folder: String, at now: Instant) {
    let file = PrivateFile(path: folder + "/versions.json")
    var former: String?
    do {
      if let bytes = try file.read() {
        let history = try VersionHistory(json: JSON(parsing: bytes))
        if history.version == version {
          self = history
          return
        }
        former = history.version
      } else if ["local.db", "accounts.json"].contains(where: { access("\(folder)/\($0)", F_OK) == 0 }) {
        former = Self.unrecorded
      }
    } catch {
      // Starts over.
    }
    self.init(version: version, since: now, former: former)
    try? file.write(encoded)
  }

  /// The version that ran before the present one, and when that replaced it; nil on the first installation.
  var upgrade: (from: String, at: Instant)? { former.map { (from: $0, at: since) } }
}
