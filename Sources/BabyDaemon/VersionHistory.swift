import BabyModel
import BabyProtocol
import Glibc
import SystemCalls

/// The versions of the daemon that have used a folder of databases: `versions.json` in the folder.
///
/// It says after an upgrade what ran before. It is not in a database: a daemon has several, and a backup that is
/// restored does not bring an earlier program back.
@WireMembers
struct VersionHistory: WireObject, Hashable {
  /// The newest last.
  fileprivate(set) var versions: [RecordedVersion] = []
}

@WireMembers
struct RecordedVersion: WireObject, Hashable {
  /// Such as `0.2.0`.
  var version: String
  /// When it first ran; nil if that was not recorded.
  var since: Instant?
}

extension VersionHistory {
  /// How many versions are kept.
  private static let limit = 20
  /// The only release that recorded nothing.
  private static let unrecorded = "0.1.0"

  /// Reads the history of a folder before its databases are opened, and adds the version that runs now.
  ///
  /// A history that cannot be read begins again, and one that cannot be written is written at another start: nothing
  /// depends on it.
  init(recording version: String, in folder: String, at now: Instant) {
    self.init()
    let file = PrivateFile(path: folder + "/versions.json")
    let bytes: [UInt8]?
    do { bytes = try file.read() } catch { bytes = [] }
    if let bytes {
      if let history = try? VersionHistory(json: JSON(parsing: bytes)) { self = history }
    } else if ["local.db", "accounts.json"].contains(where: { access("\(folder)/\($0)", F_OK) == 0 }) {
      versions = [RecordedVersion(version: Self.unrecorded)]
    }
    guard versions.last?.version != version else { return }
    versions = versions.suffix(Self.limit - 1) + [RecordedVersion(version: version, since: now)]
    try? file.write(encoded)
  }

  /// The version that ran before the present one, and when that replaced it; nil on the first installation.
  var upgrade: (from: String, at: Instant)? {
    guard versions.count > 1, let at = versions[versions.count - 1].since else { return nil }
    return (versions[versions.count - 2].version, at)
  }
}
