/// The limits for reading untrusted files, in bytes unless stated otherwise.
///
/// Real files are far below: a year of entries is a megabyte, and the largest backups are large because of pictures.
public struct ForeignFileLimits: Hashable, Sendable {
  /// Of one file, as it was sent or as it comes out of a zip.
  public var file = 1 << 30
  /// Of all files that an import keeps on the disk at a time.
  public var total = 2 << 30
  /// Of all that comes out of an import's zips.
  public var unpacked = 2 << 30
  /// How many times as large as in the zip a file may become, once it is larger than `ratioFloor`. Tables of numbers become
  /// some ten times as large; what is made to hurt, a thousand times.
  public var ratio = 200
  public var ratioFloor = 16 << 20
  /// Files in one zip.
  public var members = 2_000
  /// A zip's directory: all names, and other data about its files.
  public var directory = 4 << 20
  /// Of what declares a database's tables, in all.
  public var schema = 256 << 10
  /// Tables, indexes and whatever else is declared in a database.
  public var schemaObjects = 2_000
  /// Columns of a table.
  public var columns = 128
  /// Of a text in a database. A note of ours has at most half of that.
  public var cell = 128 << 10
  /// Of all texts in a row together.
  public var row = 512 << 10
  /// Steps of SQLite's machine for one reading of a database: some ten for each value.
  public var databaseSteps = 2_000_000_000
  /// How often as many bytes as it has may be read of a database, and `databaseReadFloor` beyond that.
  public var databaseReadings = 4
  public var databaseReadFloor = 16 << 20

  public init() {}
}
