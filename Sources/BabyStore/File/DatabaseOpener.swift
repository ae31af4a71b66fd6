import BabyModel
import GRDB

/// Opens a database with the settings that all of its connections share.
struct DatabaseOpener {
  let file: DatabaseFile
  let busyTimeout: Duration
  var ladder = DatabaseSchema.ladder
  let onMigrating: @Sendable () -> Void

  /// Opens the file for reading and writing and brings its tables up to date.
  ///
  /// - Parameter instance: id of the database, should it be a new one.
  func writable(instance: Identifier<Store>) throws -> DatabasePool {
    let migrator = ladder.migrator(id: instance)
    if !file.exists { try file.begin { try migrator.migrate($0) } }
    try file.create()
    let pool = try DatabasePool(path: file.path, configuration: configuration(readonly: false))
    let watch = ProgressWatch(onProgress: onMigrating)
    pool.writeWithoutTransaction { watch.begin($0) }
    defer { pool.writeWithoutTransaction { watch.end($0) } }
    try migrator.migrate(pool)
    // Opening the pool has set NORMAL, with which a commit may be lost when the power fails.
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = FULL")
      try UnknownKinds.setAside(db)
    }
    return pool
  }

  /// Opens a file that cannot be written.
  func readOnly() throws -> DatabasePool {
    try file.readingPool(configuration(readonly: true))
  }

  /// Opens what a pool has opened once more, for snapshots.
  func forSnapshots(of pool: DatabasePool) throws -> DatabaseQueue {
    var configuration = configuration(readonly: true)
    // A snapshot is a transaction over several reads.
    configuration.allowsUnsafeTransactions = true
    let connection = try DatabaseQueue(path: pool.path, configuration: configuration)
    // Entries in the order of their time lie anywhere in the table: with a smaller cache each page is read many times.
    try connection.unsafeRead { try $0.execute(sql: "PRAGMA cache_size = -20480") }
    return connection
  }

  private func configuration(readonly: Bool) -> Configuration {
    var configuration = Configuration.lasting(readonly: readonly)
    configuration.maximumReaderCount = 2
    configuration.busyMode = .timeout(Double(busyTimeout.inMilliseconds) / 1000)
    configuration.label = "babystore"
    let path = file.path
    let milliseconds = busyTimeout.inMilliseconds
    // Set below instead, after the look at the file.
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { [ladder] db in
      if db.configuration.readonly == readonly { try ladder.verify(db, path: path) }
      try db.execute(sql: "PRAGMA foreign_keys = ON")
      // GRDB has a longer timeout of its own for the pool's readers.
      try db.execute(sql: "PRAGMA busy_timeout = \(milliseconds)")
      try PageCache.usual.set(db)
      try db.execute(sql: "PRAGMA cell_size_check = ON")
      // Gives back the room that the log of a large import has taken.
      try db.execute(sql: "PRAGMA journal_size_limit = 4194304")
    }
    return configuration
  }
}
