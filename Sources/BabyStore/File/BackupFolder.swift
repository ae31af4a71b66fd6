public import BabyModel
import Foundation
import Synchronization

/// The backups of one database: files beside it whose names say when they were made, `local-20261121T201405Z.db`.
public struct BackupFolder: Sendable {
  /// A backup in the folder.
  public struct Item: Hashable, Sendable {
    /// Of the file.
    public var name: String
    public var at: Instant
    public var bytes: Int
  }

  private let database: String
  /// The folder's path.
  public let path: String
  private let stem: String

  /// - Parameter database: path of the database.
  public init(of database: String) {
    self.database = database
    let url = URL(filePath: database)
    path = url.deletingLastPathComponent().path + "/backups"
    stem = url.deletingPathExtension().lastPathComponent + "-"
  }

  /// Newest first.
  public var items: [Item] {
    Self.names(in: path).compactMap(item).sorted { $0.at > $1.at }
  }

  /// The path of a backup.
  ///
  /// - Throws: `BabyError.backupNotFound`, also for a name that is none of a backup of this database.
  public func file(named name: String) throws(BabyError) -> String {
    guard item(name) != nil else { throw .backupNotFound(name) }
    return path + "/" + name
  }

  /// Makes a backup, and removes those that are no longer kept.
  public func add(_ store: Store, at now: Instant) throws(BabyError) -> Item {
    try add(at: now, copying: store.copying) { file throws(BabyError) in try store.backup(to: file) }
  }

  /// The same of a family server's database.
  public func add(_ store: ServerStore, at now: Instant) throws(BabyError) -> Item {
    try add(at: now, copying: store.copying) { file throws(BabyError) in try store.backup(to: file) }
  }

  private func add(
    at now: Instant, copying: borrowing Mutex<Void>, _ write: (String) throws(BabyError) -> Void
  ) throws(BabyError) -> Item {
    // One after the other: two that begin in the same second would take the same name.
    try copying.withLock { _ throws(BabyError) in
      // None is ever written over: one that is made before a restore must not be the one that is restored.
      var at = now
      while item(name(at)) != nil { at = at + .seconds(1) }
      let file = name(at)
      try write(path + "/" + file)
      let made = items.map(\.at)
      let expired = Set(BackupRotation.expired(among: made))
      for item in items where expired.contains(item.at) { unlink(path + "/" + item.name) }
      guard let item = item(file) else { throw .backupNotFound(file) }
      return item
    }
  }

  /// Removes whatever beside the database has held a log: all backups, databases of other accounts, copies of damaged
  /// ones, and what an interrupted restore has left behind.
  ///
  /// - Returns: how many files there were, those not counted that SQLite keeps beside a database.
  public func removeAll() -> Int {
    let database = URL(filePath: database)
    let directory = database.deletingLastPathComponent().path
    let own = DatabaseFile.companions.map { database.lastPathComponent + $0 } + [database.lastPathComponent]
    let others = Self.names(in: directory).filter { AccountFile.isDatabase($0) && !own.contains($0) }
    let files = others.map { directory + "/" + $0 } + Self.names(in: path).map { path + "/" + $0 }
    return files.count { file in
      unlink(file) == 0 && !DatabaseFile.companions.contains { file.hasSuffix($0) }
    }
  }

  private static func names(in directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }

  private func name(_ at: Instant) -> String { stem + at.fileStamp + ".db" }

  private func item(_ name: String) -> Item? {
    guard name.hasPrefix(stem), name.hasSuffix(".db"),
      let at = Self.instant(stamp: String(name.dropFirst(stem.count).dropLast(".db".count)))
    else { return nil }
    var status = stat()
    guard stat(path + "/" + name, &status) == 0 else { return nil }
    return Item(name: name, at: at, bytes: Int(status.st_size))
  }

  private static func instant(stamp: String) -> Instant? {
    let digits = Array(stamp)
    guard digits.count == 16, digits[8] == "T", digits[15] == "Z" else { return nil }
    func part(_ range: Range<Int>) -> String { String(digits[range]) }
    return Instant(
      rfc3339: "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(9..<11)):\(part(11..<13)):\(part(13..<15))Z")
  }
}
