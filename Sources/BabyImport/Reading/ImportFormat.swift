public import BabyModel

/// The files that can be imported, by the names that `--format` takes.
public enum ImportFormat: String, CaseIterable, Sendable {
  /// This program's own: everything that `data.export` has written as JSON.
  case babyBasicsJSON = "babybasics-json"
  /// The table of entries that `data.export` has written as CSV.
  case babyBasicsCSV = "babybasics-csv"
  /// The CSV export of the Baby Connect app, whose clock times are local and carry no zone.
  case babyConnectCSV = "babyconnect-csv"
  /// One of the tables that Baby Buddy exports as CSV.
  case babyBuddyCSV = "babybuddy-csv"
  /// The same as JSON, or what Baby Buddy's API answers.
  case babyBuddyJSON = "babybuddy-json"
  /// All of Baby Buddy's data: its SQLite database, or the JSON of Django's `dumpdata`. Times are instants.
  case babyBuddyDatabase = "babybuddy-database"
  /// The CSV export of the Huckleberry app, a child's, whose clock times are local and carry no zone.
  case huckleberryCSV = "huckleberry-csv"
  /// The CSV export of the Nara app, whose times are instants.
  case naraCSV = "nara-csv"
  /// One of the tables that Baby Tracker by Nighp exports as CSV, one for each kind; clock times are local without a
  /// zone, and dates are in the phone's format.
  case nighpCSV = "nighp-csv"
  /// One of the tables that Glow Baby exports as CSV, a child's, whose clock times are local and carry no zone.
  case glowCSV = "glow-csv"
  /// The CSV export of the app of Hatch's scale, whose clock times are local and carry no zone, and numbers no unit.
  case hatchCSV = "hatch-csv"
  /// The backup of a Sprout Track server: its SQLite database, or the same tables as JSON. Times are instants.
  case sproutTrack = "sprouttrack"
  /// The text that PiyoLog sends of a day or a month, in Japanese or English, whose clock times are local.
  case piyoLogText = "piyolog-text"
  /// The JSON export of the Baby+ app, whose times are instants.
  case babyPlusJSON = "babyplus-json"
  /// Any other table in CSV, whose columns a map explains that a person has written.
  case mappedCSV = "mapped-csv"

  /// The format of that name.
  /// - Throws: `BabyError.importInvalid`.
  public init(named name: String) throws(BabyError) {
    guard let format = Self(rawValue: name) else {
      throw .importInvalid(
        "There is no format \"\(name.excerpt)\". The formats are \(Self.allCases.map(\.rawValue).joined(separator: ", "))."
      )
    }
    self = format
  }

  /// Whether this program has written the file.
  public var isOwn: Bool { self == .babyBasicsJSON || self == .babyBasicsCSV }

  /// Whether the file names its children itself.
  public var bringsChildren: Bool { self == .babyBasicsJSON }
}

/// The app of a format, for people: "Huckleberry" for `huckleberry-csv`. For an unknown format it is the format's name.
public func importedApp(format: String) -> String {
  switch format.split(separator: "-").first {
  case "babybasics": "Baby Basics"
  case "babyconnect": "Baby Connect"
  case "babybuddy": "Baby Buddy"
  case "huckleberry": "Huckleberry"
  case "nara": "Nara"
  case "glow": "Glow Baby"
  case "hatch": "Hatch"
  case "nighp": "Baby Tracker by Nighp"
  case "sprouttrack": "Sprout Track"
  case "piyolog": "PiyoLog"
  case "babyplus": "Baby+"
  case "mapped": "a CSV file"
  default: format
  }
}
