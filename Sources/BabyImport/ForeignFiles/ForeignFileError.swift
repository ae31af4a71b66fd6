/// Why a file could not be kept or read.
public struct ForeignFileError: Error, Hashable, Sendable, CustomStringConvertible {
  public enum Reason: Hashable, Sendable {
    case diskFull(folder: String)
    /// Any other refusal, in the system's words.
    case notKept(folder: String, why: String)
    /// Limits in bytes.
    case fileTooLarge(limit: Int)
    case importTooLarge(limit: Int)

    /// The zip ends before it says where its files are.
    case zipTruncated
    /// The problem, as the end of a sentence that begins with "The zip is damaged:".
    case zipDamaged(String)
    case zipInParts
    case tooManyMembers(limit: Int)
    case membersOverlap
    case encrypted
    case packedUnknown(method: Int)
    case memberDamaged(String)
    case checksumWrong
    case expandsTooMuch(times: Int)
    case nestedTooDeep
    /// A spreadsheet or another office document, which is a zip.
    case officeDocument

    case databaseDamaged
    case schemaTooLarge
    case tooManyColumns(limit: Int)
    case databaseTooCostly
  }

  public var reason: Reason
  /// The file's name, for the person who sent it: it may contain a child's name, so it is not logged.
  public var file: String?

  public init(_ reason: Reason, file: String? = nil) {
    self.reason = reason
    self.file = file
  }

  /// The import cannot continue; all other errors affect one file only.
  public var endsImport: Bool {
    switch reason {
    case .diskFull, .notKept, .importTooLarge: true
    default: false
    }
  }

  /// The error without names: for logs.
  public var description: String { reason.text }

  /// The error and the file: for the person who sent it.
  public var message: String { file.map { "\($0): \(reason.text)" } ?? reason.text }

  func of(_ file: String) -> ForeignFileError { ForeignFileError(reason, file: self.file ?? file) }
}

extension ForeignFileError.Reason {
  /// Sentences, with what helps.
  var text: String {
    switch self {
    case .diskFull(let folder):
      "The disk is full: a file that is imported is kept in \(folder) while it is read. Make room there and import again."
    case .notKept(let folder, let why): "The file cannot be kept in \(folder) while it is read: \(why)."
    case .fileTooLarge(let limit): "The file is larger than \(Self.size(limit)), which is the most that is read."
    case .importTooLarge(let limit):
      "The files are larger than \(Self.size(limit)) together, which is the most that one import reads. Import them one by one."
    case .zipTruncated:
      "The end of the zip is missing: it was not downloaded or copied to its end. Download or export it again."
    case .zipDamaged(let what): "The zip is damaged: \(what). Download or export it again."
    case .zipInParts: "The zip is one of several parts. Unpack them together, and import the files."
    case .tooManyMembers(let limit):
      "The zip has more than \(limit) files. Unpack it, and import those that are the app's data."
    case .membersOverlap:
      "Files in the zip overlap, so it was damaged or tampered with. Download or export it again."
    case .encrypted: "The file is encrypted in the zip. Unpack the zip with its password, and import the files."
    case .packedUnknown(let method):
      "The zip uses a compression that is not supported (method \(method)). Unpack it, and import the files."
    case .memberDamaged(let what): "The file is damaged in the zip: \(what). Download or export the zip again."
    case .checksumWrong:
      "The file is damaged in the zip: its checksum is wrong. Download or export the zip again."
    case .expandsTooMuch(let times):
      "Unpacked, the file is more than \(times) times as large as in the zip. No app's data is, so it is not read."
    case .nestedTooDeep: "This is a zip in a zip in a zip. Unpack the outer one, and import the files."
    case .officeDocument: Self.office
    case .databaseDamaged: "The database is damaged. Make the backup in the app once more, and import that."
    case .schemaTooLarge: "The database declares more tables than any app's does: it is not read."
    case .tooManyColumns(let limit): "The table has more than \(limit) columns: it is not read."
    case .databaseTooCostly:
      "Reading the database takes far more work than its size explains, so it was not read further."
    }
  }

  private static let office = """
    This is an office document. If it is a table, open it in its spreadsheet, save it there as CSV (Excel: “CSV UTF-8”; \
    Numbers: Export To; Google: Download), and import that.
    """

  private static func size(_ bytes: Int) -> String {
    for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)] where bytes >= 1 << shift {
      return "\(bytes >> shift) \(unit)"
    }
    return "\(bytes) bytes"
  }
}

/// The limits for reading untrusted files, in bytes unless stated otherwise.
///
/// Real files are far below: a year of entries is a megabyte, and the largest backups are large because of pictures.
public struct ForeignFileLimits: Hashable, Sendable {
  /// The size of one file, as sent or as uncompressed from a zip.
  public var file = 1 << 30
  /// Of all files that an import keeps on the disk at a time.
  public var total = 2 << 30
  /// Of all that comes out of an import's zips.
  public var unpacked = 2 << 30
  /// The maximum compression ratio of a file in a zip, once it is larger than `ratioFloor`. Tables of numbers reach
  /// about ten, malicious files a thousand.
  public var ratio = 200
  public var ratioFloor = 16 << 20
  /// Files in one zip.
  public var members = 2_000
  /// A zip's directory: all names, and other data about its files.
  public var directory = 4 << 20
  /// The size of all declarations of a database's tables.
  public var schema = 256 << 10
  /// Tables, indexes and other declared objects in a database.
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
